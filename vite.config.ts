import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'

/** The modules that no page but the story's needs before it shows. */
const ofStory = new Set<string>()
/** Those that other pages need, too. */
const ofMore = new Set<string>()
/**
 * What the story page alone needs is one script: split up it would be larger, and come in turns. The page that is sent for a
 * story (`story.html`) asks for it at once, and says which files come later (`client/story/late.ts`).
 */
const storyInOne: Plugin = {
  name: 'story-in-one',
  enforce: 'post',
  buildEnd() {
    const reach = (id: string, met: Set<string>): Set<string> => {
      if (met.has(id)) return met
      met.add(id)
      for (const next of this.getModuleInfo(id)?.importedIds ?? []) reach(next, met)
      return met
    }
    const find = (end: string): string => [...this.getModuleIds()].find((id) => id.endsWith(end))!
    const [main, pages, story] = ['main', 'pages', 'story/story-page'].map((name) => find(`/client/${name}.ts`)) as [
      string,
      string,
      string,
    ]
    const others = [main, pages, ...this.getModuleInfo(pages)!.dynamicallyImportedIds]
    const shared = others.reduce((met, id) => reach(id, met), new Set<string>())
    const first = reach(main, new Set())
    ofStory.clear()
    ofMore.clear()
    for (const id of reach(story, new Set([...first].filter((id) => id !== story))))
      if (id !== main) (shared.has(id) ? ofMore : ofStory).add(id)
  },
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk') as ViteChunk[]
    /** With all that it imports, and their styles. */
    const filesOf = (end: string): Set<string> => {
      const met = new Set<string>()
      const reach = (chunk: ViteChunk | undefined): void => {
        if (chunk === undefined || met.has(chunk.fileName)) return
        met.add(chunk.fileName)
        for (const file of chunk.imports) reach(chunks.find(({ fileName }) => fileName === file))
        for (const file of chunk.viteMetadata?.importedCss ?? []) met.add(file)
      }
      reach(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end))))
      return met
    }
    const shell = bundle['index.html']
    if (shell?.type !== 'asset') throw new Error('The pages have no shell')
    const first = filesOf('/client/story/story-page.ts')
    const metas = ['beside', 'drawers'].map((name) => {
      const files = [...filesOf(`/client/story/${name}.ts`)].filter((file) => !first.has(file))
      return `<meta name="${name}" content="${files.map((file) => `/desk/${file}`).join(' ')}">`
    })
    const linksTo = (files: Iterable<string>): string[] =>
      [...files].map((file) =>
        file.endsWith('.css')
          ? `<link rel="stylesheet" crossorigin href="/desk/${file}">`
          : `<link rel="modulepreload" crossorigin href="/desk/${file}">`,
      )
    const withHead = (head: string[]): string => String(shell.source).replace('</head>', `${head.join('')}</head>`)
    this.emitFile({ type: 'asset', fileName: 'story.html', source: withHead([...metas, ...linksTo(first)]) })
    shell.source = withHead([...metas, ...linksTo(filesOf('/client/pages.ts'))])
  },
}
/** Every `import()` of the pages takes the one road of what comes later (`client/ui/bring.ts`). */
const oneRoad: Plugin = {
  name: 'one-road',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () =>
      `export { bring as __vitePreload } from ${JSON.stringify(fileURLToPath(new URL('client/ui/bring.ts', import.meta.url)))}`,
  },
}
/** Methods of libraries that no script of the pages calls, which a build cannot see by itself. */
const LEFT_OUT: Record<string, readonly string[]> = {
  'prosemirror-model/dist/index.js': ['canAppend', 'childAfter', 'childBefore'],
  'prosemirror-state/dist/index.js': ['atEnd', 'getBookmark', 'isGeneric', 'setTime', 'storedMarksSet'],
  'prosemirror-transform/dist/index.js': [
    'appendMapping',
    'changedRange',
    'clearIncompatible',
    'deletedBefore',
    'merge',
    'setDocAttribute',
    'touches',
  ],
  'prosemirror-view/dist/index.js': ['forEachSet', 'serializeForClipboard', 'updateRoot'],
  // Our versions are shown by pages of their own, and a colleague’s edit scrolls nobody’s window.
  'y-prosemirror/src/plugins/sync-plugin.js': ['_isDomSelectionInView', '_renderSnapshot', 'renderSnapshot', 'unrenderSnapshot'],
  'yjs/dist/yjs.mjs': [
    'addTrackedOrigin',
    'createTreeWalker',
    'getSubdocGuids',
    'getSubdocs',
    'getXmlElement',
    'insertAfter',
    'insertEmbed',
    'prevSibling',
    'querySelector',
    'querySelectorAll',
    'removeTrackedOrigin',
    'toDOM',
  ],
}
/** The browser and ProseMirror have these, too; of Yjs nobody asks them. */
const NAMED_ALIKE = new Set(['createTreeWalker', 'querySelector', 'querySelectorAll', 'toDOM'])
const leftOut: Plugin = {
  name: 'left-out',
  transform: {
    filter: { id: Object.keys(LEFT_OUT).map((of) => `**/node_modules/${of}`) },
    handler(code, id) {
      const names = LEFT_OUT[id.replace(/^.*\/node_modules\//, '')]!
      const left = new Set(names)
      let kept = ''
      let at = 0
      for (const node of this.parse(code).body) {
        const named = node.type === 'ExportNamedDeclaration' ? node.declaration : node
        const made = named?.type === 'VariableDeclaration' ? named.declarations.map(({ init }) => init) : [named]
        for (const one of made) {
          if (one?.type !== 'ClassDeclaration' && one?.type !== 'ClassExpression') continue
          for (const part of one.body.body) {
            if (part.type !== 'MethodDefinition' || part.key.type !== 'Identifier' || !names.includes(part.key.name)) continue
            left.delete(part.key.name)
            kept += code.slice(at, part.start)
            at = part.end
          }
        }
      }
      if (left.size > 0) throw new Error(`Not in ${id}: ${[...left].join(', ')}`)
      return { code: kept + code.slice(at), map: null }
    },
  },
  generateBundle(_options, bundle) {
    const called = Object.entries(LEFT_OUT).map(([of, names]) => ({
      of,
      call: new RegExp(`\\.(?:${names.filter((name) => !NAMED_ALIKE.has(name)).join('|')})\\b`),
    }))
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      for (const [id, { code }] of Object.entries(chunk.modules)) {
        const calls = called.flatMap(({ of, call }) => (id.endsWith(`/${of}`) ? [] : (call.exec(code ?? '') ?? [])))
        if (calls.length > 0) throw new Error(`Left out of a library, but called in ${id}: ${calls.join(', ')}`)
      }
    }
  },
}
type ViteChunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss?: Set<string> } }

/** Scenes that cost seconds: whole newsrooms that are asked over HTTP, and floods, bombs, megabytes and pictures. */
const HEAVY = [
  'test/review/threads*.test.ts',
  'test/review/fork*.test.ts',
  'test/review/forged.test.ts',
  'test/review/guest-links.test.ts',
  'test/review/read-back.test.ts',
  'test/review/word-file.test.ts',
  'test/images/store.test.ts',
  'test/import/html.test.ts',
  'test/body/roundtrip.test.ts',
  'test/style/routes.test.ts',
  'test/import/docx.test.ts',
  'test/body/docx.test.ts',
  'test/{inbox,publish,routes,site,targets,versions}/*.test.ts',
  'test/sync/busy.test.ts',
  'test/sync/forged.test.ts',
  'test/sync/hostile.test.ts',
  'test/sync/socket.test.ts',
  'test/sync/damage.test.ts',
  'test/page-size.test.ts',
]
/** Every test makes a newsroom of its own, so files may share what they have imported. */
const SHARING = { pool: 'threads', isolate: false, maxWorkers: 2, testTimeout: 30_000, hookTimeout: 30_000 } as const

/** What stands there is taken in place of parts of libraries that can more than is asked of them here. */
const IN_PLACE = fileURLToPath(new URL('client/in-place/', import.meta.url))

export default defineConfig({
  root: 'client',
  base: '/desk/',
  plugins: [storyInOne, oneRoad, leftOut],
  // Also when tests build the pages: what is measured and driven is what is served.
  resolve: {
    conditions: ['module', 'browser', 'production'],
    alias: [
      { find: /^(?:lib0|\.)\/(broadcastchannel|environment|logging|css-tag)(?:\.js)?$/, replacement: `${IN_PLACE}$1.ts` },
      { find: /^lib0\/hash\/(sha256)$/, replacement: `${IN_PLACE}$1.ts` },
      { find: 'lit/decorators.js', replacement: `${IN_PLACE}decorators.ts` },
    ],
  },
  build: {
    rolldownOptions: {
      // How long a plugin takes on a busy machine is nothing to tell who starts a newsroom.
      checks: { pluginTimings: false },
      // lib0 says of its parts by `$…()` what shape they have; nobody here asks.
      treeshake: { manualPureFunctions: ['$'] },
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'story',
              name: (id) => (ofStory.has(id) ? 'story' : null),
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'shared',
              name: (id) => (ofMore.has(id) ? 'shared' : null),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
    outDir: '../dist/pages',
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // What comes after a story is listed in its page's head, and asked for by that (`client/story/late.ts`).
      resolveDependencies: (_file, all, { hostId }) =>
        /\/story-[^/]*\.js$/.test(hostId) ? all.filter((file) => file.endsWith('.css')) : all,
    },
    // The strict Content-Security-Policy allows no data: scripts or styles.
    assetsInlineLimit: 0,
  },
  server: {
    port: 5173,
    proxy: {
      '/api': 'http://localhost:4400',
      '/sync': { target: 'ws://localhost:4400', ws: true },
      '/live': { target: 'ws://localhost:4400', ws: true },
    },
  },
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          root: '.',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/crash/**', 'test/seeds/**', 'test/bench/**', ...HEAVY],
          ...SHARING,
        },
      },
      {
        test: { name: 'heavy', root: '.', include: HEAVY, ...SHARING },
      },
      {
        test: {
          name: 'seeds',
          root: '.',
          globalSetup: 'test/built.ts',
          include: ['test/seeds/**/*.test.ts', 'test/crash/**/*.test.ts'],
          // Servers that are killed and come back are waited for: random afternoons run beside them.
          maxWorkers: 3,
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          root: '.',
          globalSetup: 'test/built.ts',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // Two files at a time were no sooner done: 914 s instead of 918.
          fileParallelism: false,
          // Every file has a server and a browser of its own, and may share what it has imported.
          isolate: false,
          // A browser on a busy machine: what needs its second try passes, and is named at the end of the run.
          retry: 1,
        },
      },
    ],
  },
})
