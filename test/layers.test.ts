import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

function filesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

const files = ['shared', 'db', 'server', 'client'].flatMap(filesIn)

/** Every import of a file: our own as paths from the root, packages by name. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s(?:[^'"]*?from\s*)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g,
  )
  return [...found].map((one) => {
    const path = one[1] ?? one[2]!
    return path.startsWith('.') ? relative(root, resolve(root, dirname(file), path)) : path
  })
}

const mayUse: [from: RegExp, allowed: RegExp][] = [
  [
    /^shared\//,
    /^shared\/|^(yjs|y-protocols|lib0|prosemirror-model|markdown-it|y-prosemirror|zod|parse5|re2js|fflate|saxes)(\/|$)/,
  ],
  [/^db\/(open)\.ts$/, /^(db|shared)\/|^(kysely|better-sqlite3|node:fs|node:path)$/],
  [/^db\/packed\.ts$/, /^node:zlib$/],
  [/^db\//, /^(db|shared)\/|^kysely$/],
  [/^server\//, /^(server|db|shared)\/|^[a-z@]/],
  [/^client\/sync\//, /^(client\/sync|shared)\/|^(yjs|y-protocols|y-websocket|lib0)(\/|$)/],
  [/^client\/editor\//, /^(client\/(editor|ui|sync)|shared)\/|^(yjs|y-protocols|lib0|lit|prosemirror-\w+|y-prosemirror)(\/|$)/],
  [/^client\//, /^(client|shared)\/|^(yjs|y-protocols|lib0|lit|prosemirror-model|zod|@fontsource-variable)(\/|$)/],
]

test('imports only ever point down: shared <- db <- server, shared <- client; sync knows no screen, the editor no socket', () => {
  const wrong = files.flatMap((file) => {
    const allowed = mayUse.find(([from]) => from.test(file))![1]
    return importsOf(file)
      .filter((one) => !allowed.test(one) || (file.startsWith('client/') && /^(server|db)\//.test(one)))
      .map((one) => `${file} imports ${one}`)
  })
  expect(wrong).toEqual([])
})

test('only db/open.ts knows which database there is', () => {
  expect(files.filter((file) => importsOf(file).includes('better-sqlite3'))).toEqual(['db/open.ts'])
})

test('no file imports itself in a ring, but for types', () => {
  const uses = new Map(files.map((file) => [file, valueImportsOf(file)]))
  const rings: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file)) rings.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file) || path.includes(file)) return
    for (const next of uses.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of files) walk(file, [])
  expect(rings).toEqual([])
})

test('the validator stays on the server: a page that brought it would be a third heavier', () => {
  const reached = new Map<string, string>()
  const walk = (file: string, path: string): void => {
    if (reached.has(file)) return
    reached.set(file, path)
    for (const next of valueImportsOf(file)) if (files.includes(next)) walk(next, `${path} -> ${next}`)
  }
  for (const file of files) if (file.startsWith('client/')) walk(file, file)
  const brings = /import (?!type )[^'"]*['"]zod['"]/
  expect([...reached].filter(([file]) => brings.test(readFileSync(join(root, file), 'utf8'))).map(([, path]) => path)).toEqual([])
})

function valueImportsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  const found = text.matchAll(/(?:^|\n)\s*(?:import|export)\s(?!type\s)([^'"]*?)(?:from\s*)?['"](\.[^'"]+)['"]/g)
  return [...found]
    .filter((one) => !/^\{(\s*type\s+\w+\s*,?)+\}\s*$/.test(one[1]!.trim()))
    .map((one) => relative(root, resolve(root, dirname(file), one[2]!)))
}
