/** Who may do what in this story: more or less than their role has it, for each of the newsroom's people. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, state } from 'lit/decorators.js'
import { repeat } from 'lit/directives/repeat.js'
import type { PersonOfStory } from '../../shared/access.ts'
import type { Session } from '../../shared/api.ts'
import { LEVELS, mayGive, onStory } from '../../shared/can.ts'
import { isSignedOut, sentence } from '../api.ts'
import { changeException, peopleOfStory, removeException } from '../api/access.ts'
import { PageElement } from '../ui/element.ts'
import { icon } from '../ui/icons.ts'
import { avatar } from '../ui/people.ts'
import { ROLE_NAMES } from '../ui/roles.ts'
import { LEVEL_NAMES } from './words.ts'

type Change = Parameters<typeof changeException>[2]

@customElement('story-people')
export class StoryPeople extends PageElement {
  @property({ attribute: false }) session!: Session
  @property({ attribute: false }) storyId = ''
  @property({ attribute: false }) opened = 0
  @property({ type: Boolean }) legal = false
  @state() private people: PersonOfStory[] | null = null
  @state() private wrong = ''
  @state() private told = ''

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('opened')) void this.act(async () => {})
  }

  private async act(run: () => Promise<unknown>, says = ''): Promise<void> {
    this.wrong = ''
    try {
      await run()
      this.people = await peopleOfStory(this.storyId)
      this.told = says
    } catch (error) {
      if (isSignedOut(error)) this.endSession()
      else this.wrong = sentence(error)
    }
  }

  private change(person: PersonOfStory, change: Change, says: string): void {
    const { level = null, legal = null, passages = null } = { ...person.exception, ...change }
    const isNone = level === null && legal === null && passages === null
    const run = () => (isNone ? removeException(this.storyId, person.id) : changeException(this.storyId, person.id, change))
    void this.act(run, says)
  }

  override render() {
    const { people } = this
    return html`<p>
        What somebody may do here, where it is not what their role has. It holds at once, in every window they have open.
      </p>
      ${this.wrong === '' ? nothing : html`<p class="trouble" role="alert">${icon('alert')}${this.wrong}</p>`}
      <p class="share-told" role="status">${this.told}</p>
      ${
        people === null
          ? nothing
          : html`<ul class="share-rows" aria-label="People of this story">
              ${repeat(
                people,
                ({ id }) => id,
                (person) => this.row(person),
              )}
            </ul>`
      }`
  }

  private row(person: PersonOfStory): TemplateResult {
    const { id, name, role, byLink } = person
    const fixed = id === this.session.person.id || !mayGive(this.session.person.role, role)
    return html`<li>
      ${avatar(person)}
      <div>
        <b>${name}</b>
        <p class="muted">${byLink === null ? ROLE_NAMES[role] : 'By a guest link'}</p>
      </div>
      ${
        byLink !== null
          ? html`<button
              class="button"
              type="button"
              aria-label="Take ${name} out of the story"
              @click=${() => void this.act(() => removeException(this.storyId, id), `${name} is out of the story.`)}
            >
              Take out
            </button>`
          : fixed
            ? html`<span class="muted">${id === this.session.person.id ? 'You' : ''}</span>`
            : this.choices(person)
      }
    </li>`
  }

  private choices(person: PersonOfStory): TemplateResult {
    const { name, role, exception, legal } = person
    const usual = onStory(role, null)
    const says =
      usual.level === null ? 'Not in it' : `As ${ROLE_NAMES[role].toLowerCase()}: ${LEVEL_NAMES[usual.level].toLowerCase()}`
    return html`<div class="share-choices">
      <select
        class="input"
        aria-label="What ${name} may do"
        @change=${(event: Event) => {
          const value = (event.target as HTMLSelectElement).value as '' | PersonOfStory['level']
          const level = value === '' ? null : value
          this.change(
            person,
            { level },
            level === null ? `${name}: as the role has it.` : `${name} may ${LEVEL_NAMES[level].toLowerCase()} here now.`,
          )
        }}
      >
        <option value="" ?selected=${(exception?.level ?? null) === null}>${says}</option>
        ${LEVELS.map((level) => html`<option value=${level} ?selected=${exception?.level === level}>${LEVEL_NAMES[level]}</option>`)}
      </select>
      ${
        this.legal && person.level !== null
          ? html`<label class="check"
              ><input
                type="checkbox"
                aria-label="${name} sees legal threads"
                .checked=${legal}
                @change=${(event: Event) => {
                  const sees = (event.target as HTMLInputElement).checked
                  this.change(
                    person,
                    { legal: sees === usual.legal ? null : sees },
                    `${name} ${sees ? 'sees' : 'no longer sees'} legal threads.`,
                  )
                }}
              />
              <span>Legal</span></label
            >`
          : nothing
      }
    </div>`
  }
}
