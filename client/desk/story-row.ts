/** One story on the desk: what it is called, where it stands, who is in it, and a menu. */
import { html, nothing, type TemplateResult } from 'lit'
import type { Person, Story } from '../../shared/api.ts'
import { icon } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import { avatars } from '../ui/avatars.ts'
import { wholeDate, when } from '../ui/when.ts'
import { nameOf } from './list.ts'
import { gatesOf, marksOf, whoAndWhen } from './row-standing.ts'
import '../ui/pop-menu.ts'

export function storyRow(story: Story, me: Person, now: number, menu: readonly MenuItem[]): TemplateResult {
  const { headline, slug, words, trouble, here } = story
  const untitled = headline.trim() === ''
  return html`<li class="row" data-id=${story.id}>
    <div class="row-story">
      <h3><a href="/desk/story/${story.id}" class=${untitled ? 'untitled' : ''}>${untitled ? 'Untitled' : headline}</a></h3>
      <p class="meta">
        ${slug === '' ? nothing : html`<span>${slug}</span>`}
        <span>${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}</span>
        ${edited(story, me, now)}
      </p>
      ${marksOf(story)}
      ${
        trouble === null
          ? nothing
          : html`<p class="row-trouble">
              ${icon('alert')}<span><b>Cannot be opened.</b> ${trouble}</span>
            </p>`
      }
    </div>
    <div class="row-gates">${gatesOf(story)}</div>
    <div class="row-here">${avatars(here)}</div>
    ${whoAndWhen(story, now)}
    ${menu.length === 0 ? nothing : html`<pop-menu class="row-menu" .label=${`${nameOf(story)}: menu`} .items=${menu}></pop-menu>`}
  </li>`
}

function edited({ editedAt, createdAt, editedBy }: Story, me: Person, now: number): TemplateResult {
  const by = editedBy === null ? '' : ` by ${editedBy.id === me.id ? 'you' : editedBy.name}`
  return html`<span
    >${editedAt === createdAt ? 'started' : 'edited'}
    <time datetime=${new Date(editedAt).toISOString()} title=${wholeDate(editedAt)}>${when(editedAt, now)}</time>${by}</span
  >`
}
