/** In place of Lit's own decorators, which know two ways to be called: TypeScript here calls them in one (`experimentalDecorators`). */
import type { PropertyDeclaration, ReactiveElement } from 'lit'

type Made = typeof ReactiveElement

export const customElement = (name: string) => (made: CustomElementConstructor) => customElements.define(name, made)

export const property = (options?: PropertyDeclaration) => (host: object, name: string) =>
  (host.constructor as Made).createProperty(name, options)

export const state = () => property({ state: true, attribute: false })

export const query =
  (selector: string) =>
  (host: object, name: string): void => {
    Object.defineProperty(host, name, {
      get(this: ReactiveElement) {
        return this.renderRoot?.querySelector(selector) ?? null
      },
    })
  }
