/**
 * The desk in the browser: reads the address and the session, and shows the one page they name. Small on
 * purpose, because it is loaded before everything; each page is fetched when it is first opened.
 */
import { html, LitElement, nothing, type TemplateResult } from 'lit'
import { customElement, state } from 'lit/decorators.js'
import type { Session } from '../shared/api.ts'
import { isSignedOut, readSession, sentence } from './api.ts'
import { LiveDesk } from './desk/live-desk.ts'
import { inbox } from './inbox/live-inbox.ts'
import { go, pathBack } from './ui/go.ts'
import './ui/pages.css'
import './ui/toast-list.ts'

/** A page may ask to be kept while it holds words that are on no disk. */
type Page = HTMLElement & { updateComplete?: Promise<unknown>; mayLeave?: () => boolean | Promise<boolean> }

type Route = {
  path: RegExp
  /** What the window is called; the newsroom's name follows. */
  title: string
  load: () => Promise<unknown>
  show: (app: Shown, match: RegExpMatchArray) => TemplateResult
  /** Also without a sign-in. */
  open?: true
}
type Shown = { session: Session | null; live: LiveDesk }

const ROUTES: Route[] = [
  {
    path: /^\/desk\/?$/,
    title: 'Stories',
    load: () => import('./desk/desk-page.ts'),
    show: ({ session, live }) => html`<desk-page .session=${session} .live=${live}></desk-page>`,
  },
  {
    path: /^\/desk\/story\/([\w-]+)$/,
    title: 'Story',
    load: () => import('./story/story-page.ts'),
    show: ({ session }, match) => html`<story-page .session=${session} .storyId=${match[1]}></story-page>`,
  },
  {
    path: /^\/desk\/story\/([\w-]+)\/history$/,
    title: 'Versions',
    load: () => import('./history/history-page.ts'),
    show: ({ session }, match) => html`<history-page .session=${session} .storyId=${match[1]}></history-page>`,
  },
  {
    path: /^\/desk\/people$/,
    title: 'People',
    load: () => import('./people/people-page.ts'),
    show: ({ session, live }) => html`<people-page .session=${session} .live=${live}></people-page>`,
  },
  {
    path: /^\/desk\/style$/,
    title: 'House style',
    load: () => import('./style/style-page.ts'),
    show: ({ session }) => html`<style-page .session=${session}></style-page>`,
  },
  {
    path: /^\/desk\/publishing$/,
    title: 'Publishing',
    load: () => import('./standing/publishing-page.ts'),
    show: ({ session }) => html`<publishing-page .session=${session}></publishing-page>`,
  },
  {
    path: /^\/desk\/site$/,
    title: 'Public site',
    load: () => import('./site/site-page.ts'),
    show: ({ session }) => html`<site-page .session=${session}></site-page>`,
  },
  {
    path: /^\/desk\/sign-in$/,
    title: 'Sign in',
    load: () => import('./entry/sign-in-page.ts'),
    show: () => html`<sign-in-page></sign-in-page>`,
    open: true,
  },
  {
    path: /^\/desk\/targets$/,
    title: 'Targets',
    load: () => import('./targets/targets-page.ts'),
    show: ({ session }) => html`<targets-page .session=${session}></targets-page>`,
  },
  {
    path: /^\/desk\/setup$/,
    title: 'Set up',
    load: () => import('./entry/set-up-page.ts'),
    show: () => html`<set-up-page></set-up-page>`,
    open: true,
  },
  {
    path: /^\/desk\/join$/,
    title: 'Join',
    load: () => import('./entry/join-page.ts'),
    show: ({ session }) => html`<join-page .session=${session}></join-page>`,
    open: true,
  },
  {
    path: /^\/desk\/guest$/,
    title: 'Guest',
    load: () => import('./entry/guest-page.ts'),
    show: ({ session }) => html`<guest-page .session=${session}></guest-page>`,
    open: true,
  },
  {
    path: /^\/desk\/read-back\/([\w-]+)$/,
    title: 'Read it back',
    load: () => import('./readback/read-back.ts'),
    show: ({ session }, match) => html`<read-back .session=${session} .storyId=${match[1]}></read-back>`,
  },
  {
    path: /^\/desk\/enter$/,
    title: 'Enter',
    load: () => import('./entry/enter-page.ts'),
    show: () => html`<enter-page></enter-page>`,
    open: true,
  },
]

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
  private live = new LiveDesk()
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
    this.live.addEventListener('people', () => void this.lookAgain())
    this.live.addEventListener('rights', () => void this.lookAgain())
    inbox.addEventListener('change', () => this.windowTitle !== '' && this.nameWindow(this.windowTitle))
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
    const route = ROUTES.find((one) => one.path.test(pathname)) ?? LOST
    try {
      // Both at once: neither needs the other.
      await Promise.all([route.load(), this.readSession()])
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
    if (this.session !== null) inbox.open()
    this.shown = route.show({ session: this.session, live: this.live }, pathname.match(route.path) ?? [''])
    this.nameWindow(route.title)
    if (how === 'same') return
    await this.updateComplete
    const page = this.firstElementChild as Page | null
    await page?.updateComplete
    if (how === 'moved') this.focusPage(page)
    const entry: unknown = history.state
    scrollTo(0, isEntry(entry) ? entry.y : 0)
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
      if (isSignedOut(error)) this.signedOut(false)
      // Else the wire: the desk says so itself, and what I may do is the server's to judge anyway.
      return
    }
    void this.show('same')
  }

  private showTrouble(error: unknown): void {
    // A page's own file is gone after an update of the server: a reload fetches the new one.
    const words =
      error instanceof TypeError ? 'This page could not be loaded. Check the connection, then reload.' : sentence(error)
    this.nameWindow('Trouble')
    this.shown = html`<main class="calm-page" id="main">
      <h1 tabindex="-1">The desk did not open</h1>
      <p>${words}</p>
      <p><button class="button primary" @click=${() => location.reload()}>Try again</button></p>
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
    this.live.forget()
    inbox.forget()
    const { pathname, search } = location
    if (byLink) return go('/desk/guest', 'replace')
    go(onPurpose ? '/desk/sign-in' : `/desk/sign-in?to=${encodeURIComponent(pathname + search)}`, onPurpose ? 'push' : 'replace')
  }

  private nameWindow(title: string): void {
    this.windowTitle = title
    const newsroom = this.session?.newsroom.name ?? 'Copydesk'
    const unread = inbox.unread === 0 ? '' : `(${inbox.unread}) `
    document.title = `${unread}${title} · ${newsroom}`
  }
}
