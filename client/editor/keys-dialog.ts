/** Lists every key of the story page, menu by menu. */
import { html } from 'lit'
import { customElement, query } from 'lit/decorators.js'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { MENUS, type Menu } from './deed.ts'
import { DEEDS, inMenu } from './deeds.ts'
import { keysOf } from './keys.ts'

/** Keys that do what the copy around the caret asks for, and so are no deeds of their own. */
const ENTER = [
  { says: 'After a question: its answer. After an answer: another paragraph of it', keys: ['Enter'] },
  { says: 'On an empty answer: the next question', keys: ['Enter'] },
]

@customElement('keys-dialog')
export class KeysDialog extends PageElement {
  @query('dialog') private dialog!: HTMLDialogElement

  show(): void {
    openDialog(this.dialog)
  }

  override render() {
    return html`<dialog class="dialog" aria-labelledby="keys-title">
      <form class="dialog-form" method="dialog">
        <h2 id="keys-title" tabindex="-1" autofocus>Keys</h2>
        <p class="muted">Tab always leads out of the copy. Copying a paragraph keeps what it is.</p>
        ${(Object.keys(MENUS) as Menu[]).map((menu) => {
          const keyed = inMenu(menu).filter((name) => keysOf(name).length > 0)
          const list = keyed.map((name) => ({ says: DEEDS[name].says, keys: keysOf(name) }))
          const all = menu === 'interview' ? [...ENTER, ...list] : list
          return all.length === 0
            ? null
            : html`<h3>${MENUS[menu]}</h3>
                <dl class="key-list">
                  ${all.map(
                    ({ says, keys }) =>
                      html`<div>
                        <dt>${says}</dt>
                        <dd>${keys.map((key, i) => html`${i === 0 ? '' : ' or '}<kbd>${key}</kbd>`)}</dd>
                      </div>`,
                  )}
                </dl>`
        })}
        <div class="dialog-actions"><button class="button primary">Close</button></div>
      </form>
    </dialog>`
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'keys-dialog': KeysDialog
  }
}
