/**
 * The desk in the browser: reads the address and the session, and shows the one page they name. Small on
 * purpose, because it is loaded before everything; each page is fetched when it is first opened.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import type { Session } from '../shared/api.ts'
import { isSignedOut, readSession, sentence } from './api.ts'
import type { Route } from './pages.ts'
import { NotNow } from './ui/bring.ts'
import { go, pathBack } from './ui/go.ts'
import './ui/pages.css'
import './ui/toast-list.ts'

/** A page may ask to be kept while it holds words that are on no disk. */
type Page = HTMLElement & { updateComplete?: Promise<unknown>; mayLeave?: () => boolean | Promise<boolean> }

type Pages = typeof import('./pages.ts')

const STORY: Route = {
  path: /^\/desk\/story\/([\w-]+)$/,
  title: 'Story',
  load: () => import('./story/story-page.ts'),
  show: ({ session }, match) => html`<story-page .session=${session} .storyId=${match[1]}></story-page>`,
}

const LOST: Route = {
  path: /(?:)/,
  title: 'Not found',
  load: async () => undefined,
  show: () =>
    html`<main class="calm-page" id="main">
      <h1 tabindex="-1">There is no such page</h1>
      <p>The address may be mistyped, or the page may have moved.</p>
      <p><a class="button primary" href="/desk">Go to the stories</a></p>
    </main>`,
  open: true,
}

/** What the browser keeps with an entry of its history. */
type Entry = { at: number; y: number }
const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && 'at' in value && 'y' in value

const bare = (address: string): string => address.split('#')[0] ?? address

@customElement('desk-app')
export class DeskApp extends LitElement {
  @state() private shown: TemplateResult | typeof nothing = nothing
  private session: Session | null = null
  /** The session has been asked for and answered, whatever the answer. */
  private asked = false
  /** Null: none but the story's has been asked for. */
  private pages: Pages | null = null
  private unread = 0
  /** Which entry of the history is on the screen, counted from the first of this window. */
  private at = 0
  private path = ''
  private windowTitle = ''
  /** Rises with each move: what arrives late for an earlier one is dropped. */
  private move = 0

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    history.scrollRestoration = 'manual'
    const entry: unknown = history.state
    this.at = isEntry(entry) ? entry.at : 0
    this.path = location.href
    history.replaceState({ at: this.at, y: isEntry(entry) ? entry.y : 0 } satisfies Entry, '')
    addEventListener('popstate', () => void this.went('pop'))
    addEventListener('went', (event) => void this.went((event as CustomEvent<'push' | 'replace'>).detail))
    addEventListener('pagehide', () => this.keepScroll())
    document.addEventListener('click', (event) => this.clicked(event))
    this.addEventListener('signed-in', (event) => this.signedIn((event as CustomEvent<Session>).detail))
    this.addEventListener('signed-out', (event) => this.signedOut((event as CustomEvent<unknown>).detail === 'on purpose'))
    this.addEventListener('session-changed', (event) => {
      this.session = (event as CustomEvent<Session>).detail
      void this.show('same')
    })
    this.addEventListener('page-title', (event) => this.nameWindow((event as CustomEvent<string>).detail))
    this.addEventListener('unread', (event) => {
      this.unread = (event as CustomEvent<number>).detail
      if (this.windowTitle !== '') this.nameWindow(this.windowTitle)
    })
    void this.show('first')
  }

  override render() {
    return html`${this.shown}<toast-list></toast-list>`
  }

  private clicked(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element).closest('a')
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!/^\/desk(\/|$)/.test(link.pathname)) return
    // A place within this page: the browser knows the way.
    if (link.pathname === location.pathname && link.hash !== '') return
    event.preventDefault()
    void this.follow(link)
  }

  private async follow(link: HTMLAnchorElement): Promise<void> {
    if (!(await this.leave())) return
    this.keepScroll()
    go(link.pathname + link.search + link.hash, bare(link.href) === bare(location.href) ? 'replace' : 'push')
  }

  private async leave(): Promise<boolean> {
    const page = this.firstElementChild as Page | null
    return (await page?.mayLeave?.()) ?? true
  }

  private keepScroll(): void {
    const entry: unknown = history.state
    if (isEntry(entry) && entry.at === this.at) history.replaceState({ at: this.at, y: scrollY } satisfies Entry, '')
  }

  private async went(how: 'push' | 'replace' | 'pop'): Promise<void> {
    const entry: unknown = history.state
    if (how === 'pop') {
      const to = isEntry(entry) ? entry.at : this.at
      // A place within the page: the browser has gone there itself.
      if (bare(location.href) === bare(this.path)) {
        this.at = to
        return
      }
      if (!(await this.leave())) {
        // The browser has moved already: back to where the person stays.
        history.go(this.at - to)
        return
      }
      this.at = to
    } else {
      if (how === 'push') this.at++
      history.replaceState({ at: this.at, y: 0 } satisfies Entry, '')
    }
    this.path = location.href
    await this.show('moved')
  }

  /** @param how `first`: the window was just opened; `moved`: from another page; `same`: only the data are new */
  private async show(how: 'first' | 'moved' | 'same'): Promise<void> {
    const move = ++this.move
    const { pathname, search } = location
    let route: Route
    try {
      // Both at once: neither needs the other.
      ;[route] = await Promise.all([this.routeOf(pathname), this.readSession()])
    } catch (error) {
      if (move === this.move) this.showTrouble(error)
      return
    }
    if (move !== this.move) return
    if (this.session === null && route.open !== true) {
      go(`/desk/sign-in?to=${encodeURIComponent(pathname + search)}`, 'replace')
      return
    }
    if (this.session !== null && pathname === '/desk/sign-in') {
      go(pathBack(search), 'replace')
      return
    }
    this.shown = route.show({ session: this.session }, pathname.match(route.path) ?? [''])
    this.nameWindow(route.title)
    if (how === 'same') return
    await this.updateComplete
    const page = this.firstElementChild as Page | null
    await page?.updateComplete
    if (how === 'moved') this.focusPage(page)
    const entry: unknown = history.state
    scrollTo(0, isEntry(entry) ? entry.y : 0)
  }

  /** Resolves when all that the page is made of is here. */
  private async routeOf(path: string): Promise<Route> {
    const route = STORY.path.test(path) ? STORY : ((await this.havePages()).ROUTES.find((one) => one.path.test(path)) ?? LOST)
    await route.load()
    return route
  }

  private async havePages(): Promise<Pages> {
    if (this.pages !== null) return this.pages
    const pages = await import('./pages.ts')
    if (this.pages === null)
      for (const news of ['people', 'rights']) pages.live.addEventListener(news, () => void this.lookAgain())
    return (this.pages = pages)
  }

  /** A screen reader says the new page's name; a page that has put the focus somewhere better keeps it. */
  private focusPage(page: Page | null): void {
    if (page === null || page.contains(document.activeElement)) return
    page.querySelector<HTMLElement>('h1[tabindex]')?.focus({ preventScroll: true })
  }

  private async readSession(): Promise<void> {
    if (this.asked) return
    try {
      this.session = await readSession()
    } catch (error) {
      if (!isSignedOut(error)) throw error
      this.session = null
    }
    this.asked = true
  }

  /** Somebody's role or name has changed: it may be mine, and the page shows only what I may do. */
  private async lookAgain(): Promise<void> {
    try {
      this.session = await readSession()
    } catch (error) {
      if (isSignedOut(error)) this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }))
      // Else the wire: the desk says so itself, and what I may do is the server's to judge anyway.
      return
    }
    void this.show('same')
  }

  private showTrouble(error: unknown): void {
    const isWire = error instanceof TypeError
    const words = isWire ? 'This page could not be loaded. Check the connection, then try again.' : sentence(error)
    // A page's own file is gone after an update of the server: a reload fetches the new one.
    const again = (): void => (isWire && !(error instanceof NotNow) ? location.reload() : void this.show('moved'))
    this.nameWindow('Trouble')
    this.shown = html`<main class="calm-page" id="main">
      <h1 tabindex="-1">The desk did not open</h1>
      <p>${words}</p>
      <p><button class="button primary" @click=${again}>Try again</button></p>
    </main>`
  }

  private signedIn(session: Session): void {
    this.session = session
    this.asked = true
  }

  private signedOut(onPurpose: boolean): void {
    // Who came by a link has nothing to sign in with: it is over.
    const byLink = this.session?.person.email === ''
    this.session = null
    this.asked = true
    this.pages?.live.forget()
    this.unread = 0
    const { pathname, search } = location
    if (byLink) return go('/desk/guest', 'replace')
    go(onPurpose ? '/desk/sign-in' : `/desk/sign-in?to=${encodeURIComponent(pathname + search)}`, onPurpose ? 'push' : 'replace')
  }

  private nameWindow(title: string): void {
    this.windowTitle = title
    const newsroom = this.session?.newsroom.name ?? 'Copydesk'
    const unread = this.unread === 0 ? '' : `(${this.unread}) `
    document.title = `${unread}${title} · ${newsroom}`
  }
}
