/** Captions (WebVTT, SubRip): the talk in them, its time codes taken off and its cues joined to paragraphs again. */
import { PLAIN } from '../look.ts'
import type { Draft, Lost } from './draft.ts'

const TIMES = /^[ \t]*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]+-->[ \t]+(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}/
const VOICE = /^<v(?:\.[\w.]+)?[ \t]+([^>]{1,80})>/
/** What else begins somebody's turn: a label, a mark for another voice. */
const TURN = /^(?:>>|[-–—][ \u00a0]|\p{Lu}[^:：.?!]{0,40}[:：][ \u00a0])/u
const ENDED = /[.?!…。？！]["'”’»]?$/
const SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '', rlm: '' }

/** Null: these are no captions. @param text with line ends as they are in the story */
export function captionsIn(text: string, lost: Lost): Draft[] | null {
  const blocks = text.split(/\n[ \t]*\n+/).map((block) => block.split('\n'))
  const timed = blocks.map((lines) => lines.findIndex((line) => TIMES.test(line)))
  const cues = timed.filter((at) => at >= 0 && at <= 1).length
  if (cues === 0 || (!/^\s*WEBVTT\b/.test(text) && (cues < 2 || cues < blocks.length * 0.6))) return null
  const paragraphs: string[] = []
  let speaker = ''
  let shown = ''
  let named = false
  let ended = false
  for (const [i, lines] of blocks.entries()) {
    const at = timed[i] ?? -1
    if (at < 0) {
      if (!/^\s*(?:WEBVTT\b|$)/.test(lines[0] ?? '')) lost.add('A note in the captions', '# notes in the captions')
      continue
    }
    lost.add('A time code of the captions', '# time codes of the captions; what they parted is joined to paragraphs')
    for (const line of lines.slice(at + 1)) {
      const voice = VOICE.exec(line)?.[1]?.trim() ?? ''
      const words = wordsOf(line)
      // What rolls up the screen is shown twice.
      if (words === '' || words === shown || TIMES.test(line)) continue
      shown = words
      const another = voice !== '' && voice !== speaker
      if (another) speaker = voice
      named ||= another || TURN.test(words)
      const last = paragraphs.at(-1)
      if (last === undefined || another || TURN.test(words) || (!named && ended))
        paragraphs.push(another ? `${voice}: ${words}` : words)
      else paragraphs[paragraphs.length - 1] = `${last} ${words}`
      ended = ENDED.test(words)
    }
  }
  return paragraphs.map((words): Draft => ({ kind: 'paragraph', pieces: [{ text: words, look: PLAIN }], said: null }))
}

const wordsOf = (line: string): string =>
  line
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_sign, name: string) => SIGNS[name] ?? '')
    .trim()
