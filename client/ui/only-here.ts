/** Said beside a link that leads nowhere on another computer. */
import { html, nothing, type TemplateResult } from 'lit'

/** A link for a colleague is worth nothing when it leads to the colleague's own computer: said before it is sent. */
export const onlyHere = (): TemplateResult | typeof nothing =>
  /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)
    ? html`<p class="hint">
        The link begins with ${location.hostname}, so it opens on this computer only. For a colleague elsewhere, open the desk
        under an address they can reach: see the settings HOST and PUBLIC_URL.
      </p>`
    : nothing
