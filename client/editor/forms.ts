/** The small forms of the editor: where a link leads, which language words are in, what a card says. */
import { placeOf } from '../../shared/embeds.ts'
import { LINK_KINDS, type LinkKind } from '../../shared/schema.ts'
import { isSetting } from '../../shared/story.ts'
import { askForm, type Filled, type FormField } from '../ui/form-dialog.ts'
import { toast } from '../ui/toast-list.ts'
import { cardAt, insertCard, lineToCard, linkLineAt, setCard, type CardName } from './card-commands.ts'
import { hrefFrom, linkAt, setLink, unlink } from './links.ts'
import { langAt } from './mark-commands.ts'
import { setLang } from './set-lang.ts'
import type { FormName } from './deed.ts'
import type { StoryEditor } from './story-editor.ts'

export const addressField = (value: string): FormField => ({
  kind: 'url',
  name: 'href',
  label: 'Address',
  value,
  placeholder: 'https://',
  wrong: (typed) =>
    hrefFrom(typed) === null ? 'That is no address one can open. It begins with https:// or looks like example.org/page.' : null,
})
export const affiliateField = (value: boolean): FormField => ({
  kind: 'check',
  name: 'affiliate',
  label: 'Affiliate link: the newsroom earns from it',
  value,
})

async function askLink(editor: StoryEditor): Promise<void> {
  const there = editor.state === null ? null : linkAt(editor.state)
  const filled = await askForm({
    title: there === null ? 'Link' : 'Change the link',
    fields: [addressField(there?.href ?? ''), affiliateField(there?.affiliate ?? false)],
    yes: there === null ? 'Link' : 'Change',
    ...(there === null ? {} : { remove: 'Remove the link' }),
  })
  if (filled === 'remove') editor.act(unlink)
  else if (filled !== null) editor.act(setLink(hrefFrom(filled.href!)!, filled.affiliate === 'yes'))
  editor.focus()
}

const LANGUAGES = [
  'ar',
  'da',
  'de',
  'en',
  'es',
  'fi',
  'fr',
  'he',
  'it',
  'ja',
  'ko',
  'la',
  'nb',
  'nl',
  'pl',
  'pt',
  'sv',
  'tr',
  'uk',
  'zh',
]

async function askLanguage(editor: StoryEditor): Promise<void> {
  const there = editor.state === null ? null : langAt(editor.state)
  if (there === null) return
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const filled = await askForm({
    title: 'These words are in',
    fields: [
      {
        kind: 'text',
        name: 'lang',
        label: 'Language',
        value: there.lang,
        most: 35,
        placeholder: 'de',
        suggestions: LANGUAGES.map((tag) => [tag, names.of(tag) ?? tag] as const),
        hint: 'A code such as de, fr-CA or zh-Hant. Screen readers speak the words in it, and spelling is checked in it.',
        wrong: (typed) =>
          typed !== '' && isSetting('lang', typed)
            ? null
            : 'That is no code of a language. German is de, Brazilian Portuguese is pt-BR.',
      },
    ],
    yes: 'Mark',
    ...(there.lang === '' ? {} : { remove: 'Remove the mark' }),
  })
  if (filled === 'remove') editor.act(setLang(''))
  else if (filled !== null) editor.act(setLang(filled.lang!))
  editor.focus()
}

const KINDS: Record<LinkKind, string> = { link: 'Read more', book: 'A book', follow: 'Follow', subscribe: 'Subscribe' }

const text = (name: string, label: string, value: unknown, hint?: string): FormField => ({
  kind: 'text',
  name,
  label,
  value: String(value ?? ''),
  ...(hint === undefined ? {} : { hint }),
})

function cardFields(name: CardName, attrs: Record<string, unknown>): FormField[] {
  const address = addressField(String(attrs.url ?? ''))
  if (name === 'embed')
    return [
      address,
      text('title', 'Title', attrs.title, 'What one will see or hear there. Readers get it as a link, without a script.'),
      text(
        'fallbackText',
        'In place of it',
        attrs.fallbackText,
        'A sentence for those who cannot open it, such as the words of a post.',
      ),
    ]
  return [
    address,
    text('title', 'Title', attrs.title),
    {
      kind: 'choice',
      name: 'kind',
      label: 'What it is for',
      value: String(attrs.kind ?? 'link'),
      choices: LINK_KINDS.map((kind) => [kind, KINDS[kind]] as const),
    },
    affiliateField(attrs.affiliate === true),
  ]
}

function cardAttrs(name: CardName, filled: Filled): Record<string, unknown> {
  const href = hrefFrom(filled.href!)!
  if (name === 'linkCard') return { url: href, title: filled.title, kind: filled.kind, affiliate: filled.affiliate === 'yes' }
  const place = placeOf(href)
  return {
    url: place?.url ?? href,
    provider: place?.provider ?? hostOf(href),
    title: filled.title,
    fallbackText: filled.fallbackText,
  }
}

const hostOf = (href: string): string => (URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : '')
const TITLES: Record<CardName, [made: string, changed: string]> = {
  embed: ['Player or post', 'Change the player or post'],
  linkCard: ['Link card', 'Change the link card'],
}

async function fill(name: CardName, attrs: Record<string, unknown>, isNew: boolean): Promise<Record<string, unknown> | null> {
  const filled = await askForm({
    title: TITLES[name][isNew ? 0 : 1],
    fields: cardFields(name, attrs),
    yes: isNew ? 'Put it in' : 'Change',
  })
  return filled === null || filled === 'remove' ? null : cardAttrs(name, filled)
}

/** Asks for a new card and puts it in below the caret. */
async function askNewCard(editor: StoryEditor, name: CardName): Promise<void> {
  const attrs = await fill(name, {}, true)
  if (attrs !== null) editor.act(insertCard(name, attrs))
  editor.focus()
}

/** Asks what the selected card says. A colleague may take it out meanwhile: then it is put in anew. */
async function askCard(editor: StoryEditor): Promise<void> {
  const card = editor.state === null ? null : cardAt(editor.state)
  if (card === null) return
  const name = card.node.type.name as CardName
  const id = card.node.attrs.id as string
  const attrs = await fill(name, card.node.attrs, false)
  if (attrs !== null && !editor.act(setCard(id, attrs, card.node.attrs))) {
    editor.act(insertCard(name, attrs))
    toast('A colleague had taken it out meanwhile. It is in again, below the caret.')
  }
  editor.focus()
}

/** @param href of the line that is nothing but this link; without it, of the line at the caret */
async function askCardForLine(editor: StoryEditor, href?: string): Promise<void> {
  const line = editor.state === null ? null : linkLineAt(editor.state, href)
  if (line === null) return
  const name: CardName = placeOf(line.href) === null ? 'linkCard' : 'embed'
  const title = /^\S+\.\S+$/.test(line.text) ? '' : line.text
  const attrs = await fill(name, { url: line.href, title }, true)
  if (attrs !== null) editor.act(lineToCard(line.href, name, attrs))
  editor.focus()
}

/** What a page with an editor shows when one of these is asked for. */
export const FORMS: Record<FormName, (editor: StoryEditor, href?: string) => Promise<void>> = {
  link: askLink,
  lang: askLanguage,
  embed: (editor) => askNewCard(editor, 'embed'),
  linkCard: (editor) => askNewCard(editor, 'linkCard'),
  card: askCard,
  'card of line': askCardForLine,
}
