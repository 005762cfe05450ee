/** Lists every key of the story page. */
import { html } from 'lit'
import { customElement, query } from 'lit/decorators.js'
import { openDialog } from '../ui/dialog.ts'
import { PageElement } from '../ui/element.ts'
import { keyList } from './keys.ts'

@customElement('keys-dialog')
export class KeysDialog extends PageElement {
  @query('dialog') private dialog!: HTMLDialogElement

  show(): void {
    openDialog(this.dialog)
  }

  override render() {
    return html`<dialog class="dialog" aria-labelledby="keys-title">
      <form class="dialog-form" method="dialog">
        <h2 id="keys-title">Keys</h2>
        <dl class="key-list">
          ${keyList().map(
            ({ says, keys }) =>
              html`<div>
                <dt>${says}</dt>
                <dd>${keys.map((key, i) => html`${i === 0 ? '' : ' or '}<kbd>${key}</kbd>`)}</dd>
              </div>`,
          )}
        </dl>
        <p class="muted">Tab always leads out of the copy. Copying a paragraph keeps what it is.</p>
        <div class="dialog-actions"><button class="button primary">Close</button></div>
      </form>
    </dialog>`
  }
}
