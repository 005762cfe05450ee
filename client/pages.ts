/**
 * The pages of the desk beside the story's, each by its address. A story shows without this; `main.ts` asks for it when another
 * page is named.
 */
import { html, type TemplateResult } from 'lit'
import type { Session } from '../shared/api.ts'
import { LiveDesk } from './desk/live-desk.ts'

export type Route = {
  path: RegExp
  /** What the window is called; the newsroom's name follows. */
  title: string
  load: () => Promise<unknown>
  show: (app: Shown, match: RegExpMatchArray) => TemplateResult
  /** Also without a sign-in. */
  open?: true
}
type Shown = { session: Session | null }

/** What the desk's list and the people's share. */
export const live = new LiveDesk()

export const ROUTES: Route[] = [
  {
    path: /^\/desk\/?$/,
    title: 'Stories',
    load: () => import('./desk/desk-page.ts'),
    show: ({ session }) => html`<desk-page .session=${session} .live=${live}></desk-page>`,
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
    show: ({ session }) => html`<people-page .session=${session} .live=${live}></people-page>`,
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
