/** In the bar of a story: its stage as a calm button with the moves one may make, and what everybody should see beside it. */
import { html, nothing, type TemplateResult } from 'lit'
import { customElement, property, query } from 'lit/decorators.js'
import type { EditionKind } from '../../shared/publish/workflow.ts'
import type { Standing } from '../../shared/shapes/standing.ts'
import { keyOf } from '../editor/keys.ts'
import { icon, type IconName } from '../ui/icons.ts'
import type { MenuItem } from '../ui/menu.ts'
import type { PopMenu } from '../ui/pop-menu.ts'
import { when, wholeDate } from '../ui/when.ts'
import type { StandingDeeds } from './deeds.ts'
import { StandingElement } from './standing-element.ts'
import { broughtThere, exactly, GATE_NAMES, moveWords, stageNow } from './words.ts'
import '../ui/pop-menu.ts'

type Mark = { look: string; icon: IconName; label: string; short: string; head: TemplateResult; items: MenuItem[] }

/** Asks with `show-standing` for the panel, and with `publish` for the publish panel. */
@customElement('story-stage')
export class StoryStage extends StandingElement {
  @property({ attribute: false }) deeds!: StandingDeeds
  @query('.stage-menu') private menu!: PopMenu | null

  /** Opens the menu of the stages. */
  choose(): void {
    this.menu?.open()
  }

  private readonly panel = (): void => {
    this.dispatchEvent(new CustomEvent('show-standing', { bubbles: true }))
  }

  private readonly publish = (): void => {
    this.dispatchEvent(new CustomEvent('publish', { bubbles: true }))
  }

  private readonly withdraw = (): void => {
    this.dispatchEvent(new CustomEvent<EditionKind>('publish', { bubbles: true, detail: 'kill' }))
  }

  override render() {
    const { now } = this
    if (now === null) return nothing
    const name = stageNow(now)
    return html`<pop-menu
        class="stage-menu"
        .look=${'pill'}
        .label=${`Stage: ${name}`}
        .face=${html`${name} ${icon('down')}`}
        .head=${this.head(now)}
        .items=${this.items(now)}
      ></pop-menu>
      ${this.marks(now).map(
        (mark) =>
          html`<pop-menu
            class="stage-mark is-${mark.look}"
            .look=${'pill'}
            .label=${mark.label}
            .face=${html`${icon(mark.icon)}<span class="long">${mark.label}</span><span class="short">${mark.short}</span>`}
            .head=${mark.head}
            .items=${mark.items}
          ></pop-menu>`,
      )}`
  }

  private head(now: Standing): TemplateResult {
    const moved = broughtThere(now)
    if (moved === null) return html`<b>${stageNow(now)}</b>Nobody has moved it yet.`
    return html`<b>${stageNow(now)}</b>
      <span title=${moved.at === null ? nothing : wholeDate(moved.at)}
        >${moved.who}${moved.at === null ? nothing : `, ${when(moved.at, Date.now())}`}</span
      >
      ${moved.reason === '' ? nothing : html`<br />“${moved.reason}”`}`
  }

  private items(now: Standing): MenuItem[] {
    const { deeds } = this
    const items: MenuItem[] = now.moves.map((move) => ({
      label: moveWords(now.stage, move.to).label,
      run: () => deeds.move(move),
    }))
    if (now.mayPublish && now.live?.killed === false) items.push({ label: 'Withdraw …', run: this.withdraw })
    deeds.toPass.forEach((gate, at) =>
      items.push({
        label: `Pass ${GATE_NAMES[gate.gate].toLowerCase()}${gate.state === 'stale' ? ' again' : ''} …`,
        apart: at === 0 && items.length > 0,
        run: () => deeds.pass(gate),
      }),
    )
    if (now.mayManage)
      items.push(
        now.hold === null
          ? { label: 'Hold …', apart: items.length > 0, run: () => deeds.hold() }
          : { label: 'Let it go', apart: items.length > 0, run: () => deeds.letGo() },
      )
    items.push({ label: 'Gates, due, particulars …', apart: true, key: keyOf('standing') ?? '', run: this.panel })
    return items
  }

  private marks(now: Standing): Mark[] {
    const { hold, live, waiting, alarms } = now
    const marks: Mark[] = []
    if (alarms.length > 0)
      marks.push({
        look: 'trouble',
        icon: 'alert',
        label: 'A delivery went wrong',
        short: 'Trouble',
        head: html`<b>A delivery went wrong</b>
          <ul>
            ${alarms.map((alarm) => html`<li>${alarm}</li>`)}
          </ul>`,
        items: [{ label: 'See the deliveries', run: this.publish }],
      })
    if (hold !== null)
      marks.push({
        look: 'held',
        icon: 'pause',
        label: `On hold: ${hold.reason}`,
        short: 'On hold',
        head: html`<b>On hold</b>“${hold.reason}”<br /><span title=${wholeDate(hold.at)}
            >${hold.by.name}, ${when(hold.at, Date.now())}</span
          >`,
        items: now.mayManage
          ? [{ label: 'Let it go', run: () => this.deeds.letGo() }]
          : [{ label: 'Where it stands …', run: this.panel }],
      })
    // That it goes out by itself, and when, the one button of the bar says.
    if (waiting?.behind === true)
      marks.push({
        look: 'behind',
        icon: 'clock',
        label: 'Changed since scheduled',
        short: 'Changed',
        head: html`<b>Changed since scheduled</b>What goes out ${exactly(waiting.at, Date.now())} is the text that was approved,
          without what was typed since. To bring that in, cancel it and schedule anew.`,
        items: [{ label: 'See it or cancel it', run: this.publish }],
      })
    if (live !== null && live.behind && !live.killed)
      marks.push({
        look: 'behind',
        icon: 'half',
        label: 'Changed since published',
        short: 'Changed',
        head: html`<b>Changed since published</b>Readers have edition ${live.edition}, of ${exactly(live.changedAt, Date.now())}.
          ${now.mayPublish ? 'Publish to give them what is here now.' : 'Whoever may publish brings the change to them.'}`,
        items: [
          { label: 'See what readers have', icon: icon('open'), run: () => void open(live.url, '_blank', 'noopener') },
          ...(now.mayPublish ? [{ label: 'Publish the change …', run: this.publish }] : []),
        ],
      })
    return marks
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'story-stage': StoryStage
  }
}
