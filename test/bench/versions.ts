/** How large a kept version is, and what keeping, opening and comparing it costs: `npx tsx test/bench/versions.ts`. */
import { gunzipSync } from 'node:zlib'
import * as Y from 'yjs'
import { versionIn } from '../../server/versions/keep.ts'
import { bodyOf, nameParts, readStory } from '../../shared/story.ts'
import { changesBetween } from '../../shared/versions/changes.ts'
import { comparedHtml } from '../../shared/versions/show.ts'
import { Random } from '../random.ts'

const WORDS = 'the harbour was quiet and nobody had come to say what she thought of it when boats went out again'.split(' ')
const PARAGRAPHS = 60

/** Three people who type letter by letter where their caret is, take some of it out again, and go elsewhere. */
function written(edits: number): Y.Doc {
  const random = new Random(7)
  const ydoc = new Y.Doc()
  nameParts(ydoc)
  for (let i = 0; i < PARAGRAPHS; i++) {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.setAttribute('id', `b${i}`)
    paragraph.setAttribute('role', i % 2 === 0 ? 'question' : 'answer')
    paragraph.insert(0, [new Y.XmlText()])
    bodyOf(ydoc).insert(i, [paragraph])
  }
  const carets = [0, 1, 2].map((paragraph) => ({ paragraph, at: 0 }))
  for (let done = 0; done < edits;) {
    const who = random.below(3)
    const caret = carets[who]!
    ydoc.clientID = 1 + who
    if (random.chance(10)) caret.paragraph = random.below(PARAGRAPHS)
    const text = (bodyOf(ydoc).get(caret.paragraph) as Y.XmlElement).get(0) as Y.XmlText
    if (random.chance(10)) caret.at = random.below(text.length + 1)
    caret.at = Math.min(caret.at, text.length)
    if (random.chance(20)) for (let i = random.below(10); i > 0 && caret.at > 0; i--, done++) text.delete((caret.at -= 1), 1)
    else for (const letter of `${random.pick(WORDS)} `) void (text.insert(caret.at++, letter), done++)
  }
  // As the room has it: put together again, and what is gone forgotten.
  const room = new Y.Doc()
  nameParts(room)
  Y.applyUpdate(room, Y.encodeStateAsUpdate(ydoc))
  return room
}

function timed<T>(act: () => T): [T, string] {
  const runs: number[] = []
  let result = act()
  for (let i = 0; i < 11; i++) {
    const begun = performance.now()
    result = act()
    runs.push(performance.now() - begun)
  }
  return [result, `${runs.toSorted((a, b) => a - b)[5]!.toFixed(1)} ms`]
}

for (const edits of [3_000, 30_000, 100_000]) {
  const ydoc = written(edits)
  const [{ state, words }, kept] = timed(() => versionIn(ydoc, 1))
  const [text, opened] = timed(() => {
    const copy = new Y.Doc()
    nameParts(copy)
    Y.applyUpdateV2(copy, gunzipSync(state))
    return readStory(copy)
  })
  const paragraph = bodyOf(ydoc).get(3) as Y.XmlElement
  ;(paragraph.get(0) as Y.XmlText).insert(5, 'some words more ')
  const after = readStory(ydoc)
  const [, compared] = timed(() => {
    changesBetween(text, after)
    return comparedHtml(text, after)
  })
  process.stdout.write(
    `${edits} edits, ${words} words: ${(state.length / 1000).toFixed(1)} kB; kept ${kept}, opened ${opened}, compared ${compared}\n`,
  )
}
