/** Says in one sentence what a suggestion would change. */
import type { Mark } from 'prosemirror-model'
import { DEEPEST_LEVEL } from '../schema.ts'
import type { Speaker } from '../story.ts'
import { fieldOfBlock, sameValue, speakerOfBlock, textIn, type Block } from './blocks.ts'

const MOST = 60

export function quoted(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  if (words.length <= MOST) return `“${words}”`
  const cut = words.slice(0, MOST).replace(/[\ud800-\udbff]$/, '')
  return `“${cut.includes(' ') ? cut.slice(0, cut.lastIndexOf(' ')) : cut}…”`
}

const NAMES: Record<string, string> = {
  heading: 'heading',
  pullQuote: 'pull quote',
  image: 'picture',
  embed: 'embed',
  linkCard: 'link card',
  list: 'list',
  listItem: 'list item',
  divider: 'divider',
  paywall: 'paywall',
  notice: 'notice',
}
const ROLES: Record<string, string> = { question: 'question', answer: 'answer' }
export const nameOf = ({ type, attrs }: Block): string => NAMES[type] ?? ROLES[String(attrs.role)] ?? 'paragraph'
const a = (name: string): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`

/** A block by its kind and first words. */
export function called(block: Block): string {
  const words = textIn(block).trim() || String(block.attrs.caption || block.attrs.alt || block.attrs.title || '')
  return words === '' ? nameOf(block) : `${nameOf(block)} ${quoted(words)}`
}

/** Several blocks: a list or a notice stands for what is in it. */
export function calledAll(blocks: readonly Block[], article: 'a' | 'the'): string {
  const outer = blocks.filter(({ wrap }) => wrap === null || !blocks.some(({ key }) => key === wrap))
  if (outer.length !== 1) return article === 'a' ? `${outer.length} blocks` : `these ${outer.length} blocks`
  const one = called(outer[0]!)
  return article === 'a' ? a(one) : `the ${one}`
}

export function saysWords(was: string, now: string, field: string | null): string {
  const where = field === null ? '' : ` in the ${field === 'dek' ? 'standfirst' : field}`
  if (was.trim() === '' && now.trim() === '') return `Change the spacing${where}`
  if (was.trim() === '') return `Add ${quoted(now)}${where}`
  if (now.trim() === '') return `Remove ${quoted(was)}${where}`
  return `Replace ${quoted(was)} with ${quoted(now)}${where}`
}

const MARKS: Record<string, string> = {
  em: 'italic',
  strong: 'bold',
  strike: 'struck through',
  bracketed: 'an editor’s insertion',
  workTitle: 'the title of a work',
}

export function saysLooks(text: string, gone: readonly Mark[], come: readonly Mark[]): string {
  const words = quoted(text)
  const parts = come.map(({ type, attrs }) => {
    if (type.name === 'link') return `link ${words} to ${String(attrs.href)}`
    if (type.name === 'lang') return `mark ${words} as ${String(attrs.lang)}`
    return `make ${words} ${MARKS[type.name] ?? type.name}`
  })
  for (const { type } of gone)
    if (!come.some((mark) => mark.type === type)) {
      if (type.name === 'link') parts.push(`take the link off ${words}`)
      else if (type.name === 'lang') parts.push(`take the language off ${words}`)
      else parts.push(`make ${words} no longer ${MARKS[type.name] ?? type.name}`)
    }
  return sentence(parts.join(', '))
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const PARTS: Record<string, string> = {
  caption: 'caption',
  alt: 'description',
  credit: 'credit',
  licence: 'licence',
  title: 'title',
  fallbackText: 'text without the embed',
  url: 'address',
  lang: 'language',
  labelStyle: 'labels of the speakers',
  target: 'target',
}

type Named = Readonly<Record<string, Speaker>>

/** What changed of a block beside its words. */
export function saysStart(was: Block, now: Block, speakers: Named, many: number): string {
  const speaker = speakerOfBlock(now)
  if (speaker !== null)
    return `Change the speaker ${quoted(String(was.attrs.name))}${was.attrs.name === now.attrs.name ? '' : ` to ${quoted(String(now.attrs.name))}`}`
  const what =
    many > 1 ? `these ${many} blocks` : fieldOfBlock(was) === null && was.type !== 'settings' ? `the ${called(was)}` : ''
  const changed = (key: string): boolean => !sameValue(was.attrs[key], now.attrs[key])
  if (was.type !== now.type) return `Make ${what} ${a(nameOf(now))}`
  if (was.type === 'paragraph' && changed('role')) return `Make ${what} ${a(nameOf(now))}`
  if (changed('speaker')) {
    const name = speakers[String(now.attrs.speaker)]?.name
    return name === undefined ? `Take the speaker off ${what}` : `Give ${what} to ${name}`
  }
  if (was.wrap !== now.wrap)
    return now.wrap === null ? `Take ${what} out` : `Put ${what} in the ${now.type === 'listItem' ? 'list' : 'notice'}`
  if (was.type === 'heading' && changed('level')) return `Make ${what} a ${now.attrs.level === 3 ? 'smaller' : 'larger'} heading`
  if (was.type === 'listItem' && changed('level'))
    return `Move ${what} ${Number(now.attrs.level) > Number(was.attrs.level) && Number(now.attrs.level) <= DEEPEST_LEVEL ? 'in' : 'out'}`
  if (was.type === 'list' && changed('ordered'))
    return now.attrs.ordered === true ? 'Number the list' : 'Make the list one of points'
  if (changed('turnStart'))
    return now.attrs.turnStart === true ? `Begin a new turn at ${what}` : `Join ${what} to the turn before`
  if (changed('roleState')) return `Settle what ${what} is`
  if (changed('asset')) return `Change the picture of ${what}`
  const key = Object.keys(now.attrs).find((one) => one !== 'id' && changed(one))
  const part = key === undefined ? undefined : PARTS[key]
  if (part !== undefined) {
    const [before, after] = [String(was.attrs[key!] ?? ''), String(now.attrs[key!] ?? '')]
    const of = was.type === 'settings' ? 'story' : nameOf(was)
    if (before === '') return `Give the ${of} the ${part} ${quoted(after)}`
    return after === ''
      ? `Remove the ${part} of the ${of}`
      : `Change the ${part} of the ${of} from ${quoted(before)} to ${quoted(after)}`
  }
  return `Change ${what || 'the settings of the story'}`
}

export const saysMove = (blocks: readonly Block[], before: Block | null): string =>
  `Move ${calledAll(blocks, 'the')} ${before === null || before.type === 'body' ? 'to the top' : `behind the ${called(before)}`}`
