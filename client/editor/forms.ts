/** The small forms of the editor: where a link leads, which language words are in. */
import { isSetting } from '../../shared/story.ts'
import { askForm, type FormField } from '../ui/form-dialog.ts'
import { hrefFrom, linkAt, setLink, unlink } from './links.ts'
import { langAt, setLang } from './mark-commands.ts'
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

export async function askLink(editor: StoryEditor): Promise<void> {
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

export async function askLanguage(editor: StoryEditor): Promise<void> {
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
