/** What keeps a story from going out, and what is only odd about it: facts in, a list with places out. */
import { describe, expect, test } from 'vitest'
import { checks, heldBack, type Facts } from '../../shared/publish/checks.ts'
import { contentOf, PARTICULARS, type Particulars } from '../../shared/publish/content.ts'
import { CHECK_NAMES, type Check } from '../../shared/shapes/checks.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type StoryText } from '../../shared/story.ts'
import { Node } from 'prosemirror-model'

const NOW = Date.UTC(2026, 5, 1, 14, 0)

let made = 0
const block = (type: string, attrs: Record<string, unknown>, ...content: (string | Node)[]): Node =>
  schema.node(
    type,
    { id: `b${(made += 1)}`, ...attrs },
    content.filter((one) => one !== '').map((one) => (typeof one === 'string' ? schema.text(one) : one)),
  )
const p = (text: string, attrs = {}): Node => block('paragraph', attrs, text)
const marked = (text: string, mark: string, attrs: Record<string, unknown>): Node =>
  schema.text(text, [schema.marks[mark as 'link']!.create(attrs)])

type Given = { body?: Node[]; particulars?: Partial<Particulars>; story?: Partial<StoryText>; facts?: Partial<Facts> }

/** A story that may go out, but for what is given. */
function facts({
  body = [p('She mends nets on the pier.')],
  particulars = {},
  story: changed = {},
  facts: more = {},
}: Given): Facts {
  const story: StoryText = {
    headline: 'The mender’s gap',
    dek: 'A talk on the pier.',
    byline: 'By Ana Reis',
    speakers: {},
    settings: { ...SETTINGS, lang: 'en' },
    body: schema.node('doc', null, body),
    ...changed,
  }
  return {
    content: contentOf(story, { ...PARTICULARS, path: 'the-menders-gap', topics: ['Ports'], ...particulars }),
    story,
    kind: 'first',
    at: NOW,
    stage: 'ready',
    hold: null,
    embargo: null,
    gates: [],
    secondPerson: false,
    person: { id: 'ana' },
    suggestions: 0,
    threads: [],
    pathTaken: false,
    suggestedPath: null,
    pictures: { foreign: new Set(), lost: new Set() },
    mailBytes: null,
    ...more,
  }
}

const found = (given: Given): Check[] => checks(facts(given))
const names = (given: Given): string[] => found(given).map(({ name }) => name)
const only = (given: Given): Check => {
  const all = found(given)
  expect(all.map(({ name }) => name)).toHaveLength(1)
  return all[0]!
}
const PICTURE = { asset: 'a-16x9', alt: 'A pier', credit: 'Ana Reis', caption: 'The pier' }

test('a story that is whole has nothing against it', () => {
  expect(found({})).toEqual([])
})

describe('what stops it', () => {
  test.each([
    ['TK', 'She is TK years old.'],
    ['TKTK', 'Her boat, TKTK, sank.'],
    ['tktk', 'Her boat (tktk) sank.'],
    ['XXX', 'It cost XXX euros.'],
    ['TK', 'It cost $TK.'],
  ])('%s, as a whole word: %s', (words, text) => {
    const body = [p('Before.'), p(text, { id: 'here' })]
    expect(only({ body })).toMatchObject({ name: 'placeholder', blocks: true, place: { of: 'block', block: 'here', words } })
  })

  test('letters inside a word are none, nor is a shop or the game of 1996', () => {
    expect(found({ body: [p('ATKINS bought it at TK Maxx after Super Bowl XXX; the LTKs, xxx.')] })).toEqual([])
    expect(found({ body: [p('Die TK zahlt das nicht.')], story: { settings: { ...SETTINGS, lang: 'de' } } })).toEqual([])
    expect(names({ body: [p('Es sind [TK] Boote.')], story: { settings: { ...SETTINGS, lang: 'de' } } })).toEqual(['placeholder'])
  })

  test('TK wherever readers see it: fields, captions, lists, notices, cards, names, topics, search', () => {
    const body = [
      p('Text.'),
      block('image', { ...PICTURE, caption: 'TK on the pier' }),
      block('image', { ...PICTURE, alt: 'TK', credit: 'Photo: TK', licence: 'TK' }),
      block('list', {}, block('listItem', {}, 'TK boats')),
      block('notice', { kind: 'editors-note' }, p('TK')),
      block('linkCard', { url: 'https://example.org', title: 'TK' }),
      block('heading', {}, 'TK'),
    ]
    const places = found({
      body,
      story: {
        headline: 'TK',
        dek: 'TK',
        byline: 'TK',
        speakers: { s: { name: 'TK Nowak', initials: 'N', kind: 'subject' } },
      },
      particulars: { kicker: 'TK', topics: ['TK'], searchText: 'TK' },
    }).map(({ place }) => place)
    expect(places.filter((one) => one?.of === 'block')).toHaveLength(8)
    expect(places.filter((one) => one?.of === 'field').map((one) => (one as { field: string }).field)).toEqual([
      'headline',
      'dek',
      'byline',
    ])
    expect(places.filter((one) => one?.of === 'particulars')).toHaveLength(3)
    expect(places.filter((one) => one === null)).toHaveLength(1)
  })

  test('a role that was only guessed', () => {
    const body = [p('Why nets?', { id: 'q', role: 'question', roleState: 'guess' }), p('', { roleState: 'guess' })]
    expect(only({ body })).toMatchObject({ name: 'unsure-role', blocks: true, place: { block: 'q', words: 'Why nets?' } })
  })

  test('pictures without a description, a credit or a file', () => {
    const picture = (attrs: object) => [p('Text.'), block('image', { ...PICTURE, id: 'pic', ...attrs })]
    expect(only({ body: picture({ alt: ' ' }) })).toMatchObject({ name: 'image-alt', place: { of: 'block', block: 'pic' } })
    expect(found({ body: picture({ alt: '', decorative: true }) })).toEqual([])
    expect(only({ body: picture({ credit: '' }) }).name).toBe('image-credit')
    expect(only({ body: picture({ asset: null, source: 'https://example.org/x.jpg' }) }).name).toBe('image-missing')
  })

  test('a picture that was put into another story is none of this one; nor does one go out that is lost', () => {
    const given = (foreign: string[], lost: string[]) => ({
      body: [p('She mends nets.'), block('image', PICTURE)],
      facts: { pictures: { foreign: new Set(foreign), lost: new Set(lost) } },
    })
    expect(only(given(['a-16x9'], []))).toMatchObject({ name: 'image-missing', blocks: true })
    expect(only(given([], ['a-16x9']))).toMatchObject({ name: 'image-missing', blocks: true })
  })

  test('a note that says free on a members’ story, and only there', () => {
    const body = [block('notice', { kind: 'reader-note', id: 'n' }, p('This interview is free for everyone.')), p('Text.')]
    expect(found({ body })).toEqual([])
    expect(only({ body, particulars: { visibility: 'members' } })).toMatchObject({
      name: 'free-note-on-members',
      place: { block: 'n', words: 'interview is free' },
    })
    const german = [block('notice', { kind: 'reader-note' }, p('Kostenlos für alle.')), p('Text.')]
    expect(
      names({ body: german, particulars: { visibility: 'members' }, story: { settings: { ...SETTINGS, lang: 'nl' } } }),
    ).toEqual(['free-note-on-members'])
  })

  test('a link that earns a commission without a disclosure; that the text speaks of a commission is none', () => {
    const link = block(
      'paragraph',
      { id: 'l' },
      'The European Commission reads ',
      marked('her book', 'link', { href: 'https://example.org', affiliate: true }),
    )
    const card = block('linkCard', { url: 'https://example.org', title: 'Her book', affiliate: true, id: 'c' })
    const disclosure = block('notice', { kind: 'disclosure' }, p('We earn a commission.'))
    expect(only({ body: [link] })).toMatchObject({
      name: 'affiliate-without-disclosure',
      place: { block: 'l', words: 'her book' },
    })
    expect(only({ body: [p('Text.'), card] })).toMatchObject({ place: { block: 'c', words: 'Her book' } })
    expect(found({ body: [link, card, disclosure] })).toEqual([])
    expect(names({ body: [link, block('notice', { kind: 'disclosure' }, p(' '))] })).toEqual(['affiliate-without-disclosure'])
  })

  test('links that no page of ours makes clickable', () => {
    const bad = block('paragraph', { id: 'x' }, marked('click', 'link', { href: 'javascript:alert(1)' }))
    expect(only({ body: [bad] })).toMatchObject({ name: 'unsafe-link', blocks: true, place: { block: 'x', words: 'click' } })
    expect(names({ body: [p('Text.'), block('embed', { url: 'data:text/html,x', title: 'A film' })] })).toEqual(['unsafe-link'])
    expect(found({ body: [p('Text.'), block('embed', { url: '', fallbackText: 'Words' })] })).toEqual([])
  })

  test('a pull quote that its paragraph no longer says', () => {
    const source = p('We mend what the sea has torn.', { id: 's' })
    const quote = (words: string, from: string | null) => [source, block('pullQuote', { id: 'q', sourceBlock: from }, words)]
    expect(found({ body: quote('mend what the sea has torn', 's') })).toEqual([])
    expect(only({ body: quote('mend what the sea tore', 's') })).toMatchObject({ name: 'stale-quote', place: { block: 'q' } })
    expect(names({ body: quote('mend', 'gone') })).toEqual(['stale-quote'])
    expect(found({ body: quote('Something of her own', null) })).toEqual([])
  })

  test('a second paywall break', () => {
    const body = [p('One.'), block('paywall', { id: 'w1' }), p('Two.'), block('paywall', { id: 'w2' })]
    expect(only({ body })).toMatchObject({ name: 'two-paywalls', place: { block: 'w2' } })
  })

  test('what every story has: headline, byline, text, path', () => {
    expect(only({ story: { headline: '  ' } })).toMatchObject({ name: 'no-headline', place: { of: 'field', field: 'headline' } })
    expect(only({ story: { byline: '' } }).name).toBe('no-byline')
    expect(only({ body: [p(' '), block('divider', {}), block('paywall', {})] }).name).toBe('no-body')
    expect(found({ body: [block('image', PICTURE)] })).toEqual([])
    const noPath = only({ particulars: { path: null }, facts: { suggestedPath: 'the-menders-gap' } })
    expect(noPath).toMatchObject({ name: 'no-path', place: { of: 'particulars', name: 'path' } })
    expect(noPath.says).toContain('“the-menders-gap” is free')
    expect(only({ facts: { pathTaken: true } }).name).toBe('path-taken')
  })

  test('open suggestions, and comments that say it must be fixed', () => {
    expect(only({ facts: { suggestions: 2 } })).toMatchObject({ name: 'suggestions', blocks: true, place: { of: 'suggestions' } })
    const threads = [{ id: 't', kind: 'must-fix', quote: 'net' } as const]
    expect(only({ facts: { threads } })).toMatchObject({ name: 'must-fix', blocks: true, place: { of: 'thread', thread: 't' } })
  })

  test('a hold, an embargo that is not over at its time, a spike', () => {
    const hold = { by: { name: 'Ben' }, reason: 'Waits for the lawyer' }
    const embargo = { until: NOW + 1, zone: 'Europe/Berlin' }
    expect(only({ facts: { hold } })).toMatchObject({ name: 'hold', says: 'It is on hold: Waits for the lawyer' })
    expect(only({ facts: { embargo } }).name).toBe('embargo')
    expect(only({ facts: { embargo } }).says).toContain('16:00')
    expect(found({ facts: { embargo, at: NOW + 1 } })).toEqual([])
    expect(only({ facts: { stage: 'spiked' } }).name).toBe('spiked')
    expect(names({ facts: { stage: 'spiked', hold, embargo } })).toEqual(['embargo', 'hold', 'spiked'])
    expect(heldBack({ stage: 'ready', hold: null, embargo, at: NOW })[0]?.name).toBe('embargo')
    expect(heldBack({ stage: 'ready', hold: null, embargo, at: NOW + 1 })).toEqual([])
  })

  test('gates that are wanted and not passed, or passed on another text; those that are not wanted only say so', () => {
    const ben = { id: 'ben', name: 'Ben' }
    const gates: Facts['gates'] = [
      { gate: 'edit', state: 'wanted', wanted: true, by: null },
      { gate: 'copy', state: 'stale', wanted: true, by: ben },
      { gate: 'facts', state: 'passed', wanted: true, by: ben },
      { gate: 'legal', state: 'stale', wanted: false, by: ben },
    ]
    expect(found({ facts: { gates } }).map(({ blocks, place }) => [blocks, (place as { gate: string }).gate])).toEqual([
      [true, 'edit'],
      [true, 'copy'],
      [false, 'legal'],
    ])
  })

  test('a second person, where the newsroom wants one', () => {
    const passed = (id: string): Facts['gates'] => [{ gate: 'copy', state: 'passed', wanted: true, by: { id, name: id } }]
    expect(found({ facts: { gates: passed('ana') } })).toEqual([])
    expect(only({ facts: { gates: passed('ana'), secondPerson: true } })).toMatchObject({ name: 'second-person', blocks: true })
    expect(found({ facts: { gates: passed('ben'), secondPerson: true } })).toEqual([])
  })

  test('nothing keeps anybody from taking a story from its readers; giving it back is publishing', () => {
    const hold = { by: { name: 'Ben' }, reason: 'Wrong' }
    const given: Given = { story: { headline: '' }, facts: { hold, stage: 'spiked', suggestions: 1 } }
    expect(names({ ...given, facts: { ...given.facts, kind: 'kill' } })).toEqual([])
    expect(names({ ...given, facts: { ...given.facts, kind: 'return' } })).toEqual([
      'suggestions',
      'hold',
      'no-headline',
      'spiked',
    ])
  })
})

describe('what is only odd', () => {
  const odd = (given: Given): Check => {
    const one = only(given)
    expect(one.blocks).toBe(false)
    return one
  }

  test('no dek, no topics, a headline that is cut, a letter that is cut', () => {
    expect(odd({ story: { dek: '' } }).name).toBe('no-dek')
    expect(odd({ particulars: { topics: [] } }).name).toBe('no-topics')
    expect(odd({ story: { headline: 'Net '.repeat(28) } }).name).toBe('long-headline')
    expect(odd({ facts: { mailBytes: 91 * 1024 } }).name).toBe('long-mail')
    expect(found({ facts: { mailBytes: 90 * 1024 } })).toEqual([])
  })

  test('straight quotation marks, counted; not feet and inches', () => {
    const body = [p("It is 6' long."), p('She said "no" twice.', { id: 'here' })]
    expect(odd({ body })).toMatchObject({ name: 'straight-quotes', place: { of: 'block', block: 'here' } })
    expect(odd({ body }).says).toContain('2 straight')
    expect(odd({ body: [p('Text.'), block('image', { ...PICTURE, id: 'there', caption: 'The "Ana"' })] })).toMatchObject({
      name: 'straight-quotes',
      place: { block: 'there' },
    })
  })

  test('days that will be others, but not what somebody says in an answer', () => {
    const body = [p('She left yesterday.', { id: 'd' }), p('I left last Monday.', { role: 'answer' })]
    expect(odd({ body })).toMatchObject({ name: 'relative-date', place: { block: 'd', words: 'yesterday' } })
    expect(odd({ story: { headline: 'What happened last Monday' } })).toMatchObject({
      place: { of: 'field', field: 'headline', words: 'last Monday' },
    })
    expect(odd({ story: { dek: 'A talk tomorrow' } }).name).toBe('relative-date')
    const pier = block('image', { ...PICTURE, id: 'there', caption: 'The pier yesterday', credit: 'Sunday Post' })
    expect(odd({ body: [p('Text.'), pier] })).toMatchObject({ place: { block: 'there', words: 'yesterday' } })
  })

  test('comments that are open', () => {
    const threads = [
      { id: 't1', kind: 'remark', quote: '' },
      { id: 't2', kind: 'legal', quote: '' },
    ] as const
    expect(odd({ facts: { threads } })).toMatchObject({ name: 'open-threads', says: '2 comments are open.' })
  })

  test('blockers stand first, in one order, and one kind never fills the list', () => {
    const body = Array.from({ length: 60 }, () => p('TK and "TK" yesterday'))
    const all = found({ body, story: { dek: '' } })
    expect(all.map(({ blocks }) => blocks)).toEqual(all.map(({ blocks }) => blocks).toSorted((a, b) => Number(b) - Number(a)))
    expect(all.filter(({ name }) => name === 'placeholder')).toHaveLength(20)
    expect(all.find(({ says }) => says.endsWith('And 100 more like this.'))?.name).toBe('placeholder')
    const order = all.map(({ name, blocks }) => (blocks ? 0 : 100) + CHECK_NAMES.indexOf(name))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('[P10] a body of 20,000 paragraphs of which each is odd keeps nobody waiting', () => {
    const given = facts({ body: Array.from({ length: 20_000 }, () => p('Net', { role: 'answer', roleState: 'guess' })) })
    const before = performance.now()
    expect(checks(given).find(({ says }) => says.endsWith('And 19980 more like this.'))?.name).toBe('unsure-role')
    const quotes = Array.from({ length: 1000 }, () => block('pullQuote', { sourceBlock: 'long' }, 'word word'))
    expect(checks(facts({ body: [p('word '.repeat(30_000), { id: 'long' }), ...quotes] }))).toEqual([])
    // It was half a minute; a busy machine takes a second.
    expect(performance.now() - before).toBeLessThan(8000)
  })
})
