/**
 * A part of an element by its selector, as Lit's `query`, which looks for it each time it is named: in the midst of a long
 * story with a full margin that takes longer than all else that a key does. What was found is kept while it is there.
 */
export const part =
  (selector: string) =>
  (host: object, name: string): void => {
    const found = new WeakMap<object, Element>()
    Object.defineProperty(host, name, {
      get(this: HTMLElement): Element | null {
        const known = found.get(this)
        if (known !== undefined && this.contains(known)) return known
        const now = this.querySelector(selector)
        if (now === null) found.delete(this)
        else found.set(this, now)
        return now
      },
    })
  }
