/** Text for the bench, the same for every server. Of our own writing: it is nobody's interview. */
import * as Y from 'yjs'

const WORDS =
  'we kept the boat because nobody else wanted it and after a while the harbour master stopped asking when it would leave so I learnt to sleep through the bell and to cook on one flame'.split(
    ' ',
  )

/** A small seeded generator: every server gets the same evening. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function letters(count: number, random: () => number): string {
  let text = ''
  while (text.length < count) text += `${WORDS[Math.floor(random() * WORDS.length)]!} `
  return text.slice(0, count)
}

export const blockId = (random: () => number) => Array.from({ length: 12 }, () => Math.floor(random() * 36).toString(36)).join('')

export function paragraph(text: string, random: () => number): Y.XmlElement {
  const block = new Y.XmlElement<Record<string, string | boolean>>('paragraph')
  block.setAttribute('id', blockId(random))
  block.setAttribute('role', 'body')
  block.setAttribute('turnStart', false)
  block.setAttribute('roleState', 'sure')
  block.insert(0, [new Y.XmlText(text)])
  return block as Y.XmlElement
}

/** Every line of a story's body that has words, for comparing. */
export function linesOf(ydoc: Y.Doc): string[] {
  return ydoc
    .getXmlFragment('body')
    .toArray()
    .map((block) => (block as Y.XmlElement).toArray().join(''))
    .filter((line) => line !== '')
}

/** A story to be written before the clock runs: each run is one writer's, and builds on the runs before it. */
export type Written = {
  runs: { client: number; updates: Uint8Array[] }[]
  lines: string[]
  /** Who wrote how far: what a client must hold to be synced. */
  reach: [client: number, clock: number][]
  /** Bytes of the story as one Yjs update: what has to be sent at least. */
  size: number
}

function written(ydoc: Y.Doc, runs: Written['runs']): Written {
  const reach = [...Y.decodeStateVector(Y.encodeStateVector(ydoc))]
  const story = { runs, lines: linesOf(ydoc), reach, size: Y.encodeStateAsUpdate(ydoc).length }
  ydoc.destroy()
  return story
}

/** A pasted story: one update. */
export function pasted(size: number, client: number): Written {
  const random = seeded(client)
  const ydoc = new Y.Doc()
  ydoc.clientID = client
  const blocks: Y.XmlElement[] = []
  for (let left = size; left > 0; left -= 180) blocks.push(paragraph(letters(Math.min(left, 180), random), random))
  ydoc.transact(() => ydoc.getXmlFragment('body').insert(0, blocks))
  return written(ydoc, [{ client, updates: [Y.encodeStateAsUpdate(ydoc)] }])
}

/** A story written by eight people, key by key: bursts here and there, corrections, new paragraphs. */
export function typedOverTime(edits: number, firstClient: number): Written {
  const random = seeded(firstClient)
  const ydoc = new Y.Doc()
  const body = ydoc.getXmlFragment('body')
  const runs: Written['runs'] = []
  let updates: Uint8Array[] = []
  ydoc.on('update', (update: Uint8Array) => updates.push(update))
  for (let left = edits; left > 0; left -= 500) {
    const client = firstClient + (runs.length % 8)
    const many = Math.min(500, left)
    ydoc.clientID = client
    updates = []
    while (updates.length < many) {
      if (body.length === 0 || random() < 0.06) {
        body.insert(Math.floor(random() * (body.length + 1)), [paragraph('', random)])
        continue
      }
      const text = (body.get(Math.floor(random() * body.length)) as Y.XmlElement).get(0) as Y.XmlText
      let caret = Math.floor(random() * (text.length + 1))
      for (const letter of letters(4 + Math.floor(random() * 24), random)) {
        if (updates.length >= many) break
        text.insert(caret++, letter)
        if (updates.length < many && random() < 0.08) text.delete(--caret, 1)
      }
    }
    runs.push({ client, updates })
  }
  return written(ydoc, runs)
}
