/** What is on the clipboard for Substack: all of the words, and only what Substack keeps. */
import { expect, test } from 'vitest'
import { toSubstack } from '../../shared/body/substack.ts'
import { schema } from '../../shared/schema.ts'
import { SETTINGS, type LabelStyle, type StoryText } from '../../shared/story.ts'
import { madeUpStory, SPEAKERS } from './stories.ts'

const p = (text: string, attrs: Record<string, unknown> = {}) => schema.node('paragraph', attrs, [schema.text(text)])
const story = (blocks: ReturnType<typeof p>[], labelStyle: LabelStyle = 'bold'): StoryText => ({
  headline: 'Has a field of its own',
  dek: '',
  byline: '',
  speakers: SPEAKERS,
  settings: { ...SETTINGS, labelStyle },
  body: schema.node('doc', null, blocks),
})
const talk = [p('Why?', { role: 'question', speaker: 's1' }), p('Because.', { role: 'answer', speaker: 's2' })]

test('questions are bold, or everybody has a label; the headline is not in it', () => {
  expect(toSubstack(story(talk)).html).toBe('<p><strong>Why?</strong></p><p>Because.</p>')
  expect(toSubstack(story(talk, 'full')).html).toBe(
    '<p><strong>Mara Lind:</strong> Why?</p><p><strong>Jonas O’Keefe-Vål:</strong> Because.</p>',
  )
})

test('a break inside a bold question ends no bold, and a title in a note in italics ends no italics', () => {
  const { workTitle } = schema.marks
  const question = schema.node('paragraph', { role: 'question' }, [
    schema.text('Why'),
    schema.node('hardBreak'),
    schema.text('not?'),
  ])
  const note = schema.node('notice', null, [
    schema.node('paragraph', null, [schema.text('From '), schema.text('The Tide', [workTitle.create()])]),
  ])
  expect(toSubstack(story([question, note])).html).toBe('<p><strong>Why<br>not?</strong></p><p><em>From The Tide</em></p>')
})

test('what cannot be pasted there stands in brackets in its place, and is said', () => {
  const { html, byHand } = toSubstack(
    story([
      schema.node('image', { asset: 'a1', alt: 'A pier', credit: 'Ana Ruiz' }),
      p('Free.'),
      schema.node('paywall'),
      p('Paid.'),
      schema.node('image', { alt: 'A <boat>' }),
    ]),
  )
  expect(html).toBe(
    '<p>[Picture: A pier / Ana Ruiz]</p><p>Free.</p><p>[Paywall: from here on members only]</p><p>Paid.</p><p>[Picture: A &lt;boat&gt;]</p>',
  )
  expect(byHand).toEqual(['2 pictures', 'the paywall'])
  expect(toSubstack(story(talk)).byHand).toEqual([])
})

test('[LNK-01] [XSS-02] whatever the story, there are only elements that Substack keeps, and links that are safe', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const { html } = toSubstack(madeUpStory(seed))
    const tags = html.match(/<[^>]*>/g) ?? []
    for (const tag of tags)
      expect(tag, `seed ${seed}`).toMatch(
        /^<(\/?(p|h2|h3|strong|em|s|ul|ol|li|blockquote|a)|br|hr|a href="(https:|mailto:|\/)[^"]*" rel="nofollow noopener")>$/,
      )
  }
})

const unescaped = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

test('whatever the story, every word of it is in the copy, in order', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const made = madeUpStory(seed)
    const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
    const all = letters(unescaped(toSubstack(made).html.replace(/<[^>]*>/g, ' ')))
    let at = 0
    made.body.descendants((node) => {
      if (!node.isText) return
      const words = letters(node.text ?? '')
      const found = all.indexOf(words, at)
      expect(found, `seed ${seed}: ${node.text}`).toBeGreaterThanOrEqual(0)
      at = found + words.length
    })
  }
})
