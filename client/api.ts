/**
 * The desk's only way to the server's HTTP API: every call typed, and every failure one of two things a
 * person can act on, a refusal (the server said no, and why) or no answer (the wire).
 */
import type { z } from 'zod'
import type * as access from '../shared/access.ts'
import type { Entered, GuestLink, PersonOfStory, ReadBack } from '../shared/access.ts'
import type * as shapes from '../shared/api.ts'
import type {
  Asset,
  HouseStyle,
  Imported,
  Invite,
  Link,
  Person,
  Preview,
  Session,
  Story,
  StyleRule,
  StyleTrial,
} from '../shared/api.ts'
import type { OnStory } from '../shared/can.ts'
import type * as inboxShapes from '../shared/inbox.ts'
import type { Inbox, InboxItem, InboxSettings } from '../shared/inbox.ts'
import type { Gate } from '../shared/publish/workflow.ts'
import type { Check, Checks } from '../shared/shapes/checks.ts'
import type { AskPreview, DecideDelivery, Edition, EditionPreview, Publish, WholeEdition } from '../shared/shapes/editions.ts'
import type { ChangeSiteSettings, PublishingSettings, SiteSettings } from '../shared/shapes/settings.ts'
import type { NewSiteLink, SiteLink } from '../shared/shapes/site-links.ts'
import type { ChangeParticulars, ChangeStanding, MoveStory, PassGate, Standing } from '../shared/shapes/standing.ts'
import type { ChangeTarget, NewTarget, Target } from '../shared/shapes/targets.ts'
import type { Compared, KeptVersions, Restored, Version } from '../shared/shapes/versions.ts'
import type { Decide, Decided, Fork, Suggestions } from '../shared/review.ts'
import { Refusal } from '../shared/refusal.ts'
import type { ChangeThread, NewThread, Thread } from '../shared/review.ts'

type In<Shape extends z.ZodType> = z.input<Shape>

/** The server could not be reached, or what came back was not from it. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
}

/** One sentence for the screen. What is neither a refusal nor the wire is a bug, and is said as one. */
export function sentence(error: unknown): string {
  if (error instanceof Refusal || error instanceof NoAnswer) return error.message
  return 'Something went wrong in this page. Reload it and try again.'
}

/** The sign-in has ended: the page can only send the person to the sign-in page and back. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof Refusal && error.type === 'signed-out'
}

type Sent = { type: string; bytes: Blob | string }

async function ask<Answer>(method: string, path: string, json?: unknown, sent?: Sent): Promise<Answer> {
  const body = sent === undefined ? (json === undefined ? null : JSON.stringify(json)) : sent.bytes
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== null) headers['content-type'] = sent === undefined ? 'application/json' : sent.type
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, body, headers, cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  return answerIn(response)
}

const unreachable = () => new NoAnswer('The server cannot be reached. Check the connection, then try again.')

async function answerIn<Answer>(response: Response): Promise<Answer> {
  if (response.ok) {
    if (response.status === 204) return undefined as Answer
    try {
      return (await response.json()) as Answer
    } catch {
      throw new NoAnswer('The answer was cut off on its way. Try again.')
    }
  }
  throw await problem(response)
}

/** Turns an answer of application/problem+json back into the refusal it was. */
async function problem(response: Response): Promise<Error> {
  try {
    const told = (await response.json()) as Partial<shapes.Problem>
    const type = told.type?.split('/').pop()
    const message = told.detail ?? told.title
    if (type && message) return new Refusal(type, response.status as Refusal['status'], message, told)
  } catch {
    // Not ours: a proxy's page, say. Told below by its number.
  }
  return new NoAnswer(
    response.status >= 500
      ? `The server is in trouble (${response.status}). Nothing was changed. Try again in a moment.`
      : `Something between here and the server refused this (${response.status}). Try again, or tell whoever runs Copydesk.`,
  )
}

const part = encodeURIComponent

export const readSession = () => ask<Session>('GET', '/session')
export const signIn = (form: In<typeof shapes.SignIn>) => ask<Session>('POST', '/session', form)
export const signOut = () => ask<void>('DELETE', '/session')
export const changePassword = (form: In<typeof shapes.ChangePassword>) => ask<void>('POST', '/session/password', form)
export const setUp = (form: In<typeof shapes.SetUp>) => ask<Session>('POST', '/setup', form)
export const enterByLink = (token: string) => ask<Session>('POST', '/session/link', { token })
export const lookAtLink = (token: string) => ask<Link>('POST', '/links/look', { token })
export const acceptLink = (form: In<typeof shapes.AcceptLink>) =>
  ask<{ session: Session; storyId: string | null }>('POST', '/links/accept', form)

export const enterByGuestLink = (form: In<typeof access.EnterByLink>) => ask<Entered>('POST', '/links/enter', form)

export const listGuestLinks = async (story: string) =>
  (await ask<{ links: GuestLink[] }>('GET', `/links?story=${part(story)}`)).links
export const makeGuestLink = (form: In<typeof access.NewGuestLink>) => ask<GuestLink>('POST', '/links', form)
export const changeGuestLink = (id: string, change: In<typeof access.ChangeGuestLink>) =>
  ask<GuestLink>('PATCH', `/links/${part(id)}`, change)
export const peopleOfStory = async (story: string) =>
  (await ask<{ people: PersonOfStory[] }>('GET', `/stories/${part(story)}/people`)).people
export const changeException = (story: string, person: string, change: In<typeof access.ChangeException>) =>
  ask<PersonOfStory>('PATCH', `/stories/${part(story)}/people/${part(person)}`, change)
export const removeException = (story: string, person: string) =>
  ask<void>('DELETE', `/stories/${part(story)}/people/${part(person)}`)
export const readPassages = (story: string) => ask<ReadBack>('GET', `/stories/${part(story)}/passages`)

export const renameNewsroom = (name: string) => ask<{ name: string }>('PATCH', '/newsroom', { name })
export const listPeople = async () => (await ask<{ people: Person[] }>('GET', '/people')).people
export const changePerson = (id: string, change: In<typeof shapes.ChangePerson>) =>
  ask<Person>('PATCH', `/people/${part(id)}`, change)
export const removePerson = (id: string) => ask<void>('DELETE', `/people/${part(id)}`)
export const listRemoved = async () => (await ask<{ people: Person[] }>('GET', '/people/removed')).people
export const bringBack = (id: string) => ask<Person>('POST', `/people/${part(id)}/restore`)
export const listInvites = async () => (await ask<{ invites: Invite[] }>('GET', '/invites')).invites
export const invite = (form: In<typeof shapes.NewInvite>) => ask<Invite>('POST', '/invites', form)
export const revokeInvite = (id: string) => ask<void>('DELETE', `/invites/${part(id)}`)

export const listStories = async () => (await ask<{ stories: Story[] }>('GET', '/stories')).stories
export const readStory = (id: string) => ask<Story>('GET', `/stories/${part(id)}`)
export const readRights = (id: string) => ask<OnStory>('GET', `/stories/${part(id)}/rights`)
export const createStory = (form: In<typeof shapes.NewStory>) => ask<Story>('POST', '/stories', form)
export const changeStory = (id: string, change: In<typeof shapes.ChangeStory>) =>
  ask<Story>('PATCH', `/stories/${part(id)}`, change)
export const deleteStory = (id: string) => ask<void>('DELETE', `/stories/${part(id)}`)
export const restoreStory = (id: string) => ask<Story>('POST', `/stories/${part(id)}/restore`)
/** @param type the Content-Type; with no charset the server finds out by the bytes */
export const previewImport = (type: string, bytes: Blob | string, { story, pick = 0 }: { story?: string; pick?: number } = {}) =>
  ask<Preview>('POST', `/imports/preview?pick=${pick}${story === undefined ? '' : `&story=${part(story)}`}`, undefined, {
    type,
    bytes,
  })
/** @param type the Content-Type; with no charset the server finds out by the bytes */
export const importInto = (
  id: string,
  type: string,
  bytes: Blob | string,
  { into = 'empty', pick = 0 }: { into?: 'empty' | 'append'; pick?: number } = {},
) => ask<Imported>('POST', `/stories/${part(id)}/import?into=${into}&pick=${pick}`, undefined, { type, bytes })

/** How far an upload has come, and a way to stop it. */
export type Progress = { onProgress?: (sent: number, of: number) => void; signal?: AbortSignal }

/**
 * Stores a picture for a story; on the server's disk when it resolves. The same file again is the same asset,
 * so after a failure it may simply be sent again.
 * @throws Refusal with a sentence when it is no picture we take; NoAnswer; an AbortError when it was stopped
 */
export async function uploadImage(storyId: string, picture: Blob, { onProgress, signal }: Progress = {}): Promise<Asset> {
  // Of the two ways to send, only this one says how much has gone.
  const request = new XMLHttpRequest()
  const ended = await new Promise<'load' | 'error' | 'abort'>((resolve) => {
    for (const end of ['load', 'error', 'abort'] as const) request.addEventListener(end, () => resolve(end))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    signal?.addEventListener('abort', () => request.abort())
    request.open('POST', `/api/stories/${part(storyId)}/assets`)
    request.responseType = 'blob'
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('content-type', picture.type || 'application/octet-stream')
    if (signal?.aborted) resolve('abort')
    else request.send(picture)
  })
  signal?.throwIfAborted()
  if (ended !== 'load') throw unreachable()
  return answerIn(new Response(request.response as Blob, { status: request.status }))
}

export type FileForm = 'docx' | 'html' | 'markdown' | 'text'

export type NamedFile = { blob: Blob; name: string }

/**
 * The story as a file, as it is on the server's disk.
 * @throws Refusal, NoAnswer
 */
export const bodyFile = (id: string, form: FileForm): Promise<NamedFile> =>
  fileAt(`/stories/${part(id)}/body?as=${form}`, `story.${form}`)

/** The story as a letter to readers. @throws Refusal, NoAnswer */
export const emailFile = (id: string, as: 'html' | 'text' | 'eml'): Promise<NamedFile> =>
  fileAt(`/stories/${part(id)}/email?as=${as}`, `letter.${as === 'text' ? 'txt' : as}`)

/** @param otherwise what it is called when the server does not say */
async function fileAt(path: string, otherwise: string): Promise<NamedFile> {
  let response: Response
  try {
    response = await fetch(`/api${path}`, { cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  if (!response.ok) throw await problem(response)
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  try {
    return { blob: await response.blob(), name: decodeURIComponent(name ?? otherwise) }
  } catch {
    throw new NoAnswer('The file was cut off on its way. Try again.')
  }
}

export const copyImage = (storyId: string, asset: string) =>
  ask<Asset>('POST', `/stories/${part(storyId)}/assets/copy`, { asset })

export const readHouseStyle = () => ask<HouseStyle>('GET', '/style')
export const addRule = (rule: In<typeof shapes.NewStyleRule>) => ask<StyleRule>('POST', '/style/rules', rule)
/** @param change with the version that is changed; without `on` a rule that is still as it was tried stays on */
export const changeRule = (id: string, change: In<typeof shapes.ChangeStyleRule>) =>
  ask<StyleRule>('PATCH', `/style/rules/${part(id)}`, change)
export const removeRule = (id: string) => ask<void>('DELETE', `/style/rules/${part(id)}`)
export const tryRule = (id: string) => ask<StyleTrial>('POST', `/style/rules/${part(id)}/try`)
export const switchCheck = (name: string, on: boolean) => ask<HouseStyle>('PUT', `/style/checks/${part(name)}`, { on })

const threadsOf = (storyId: string) => `/stories/${part(storyId)}/threads`
export const listThreads = async (storyId: string) => (await ask<{ threads: Thread[] }>('GET', threadsOf(storyId))).threads
/** @param thread with ids made here: sent again, it is the same one */
export const addThread = (storyId: string, thread: NewThread) => ask<Thread>('POST', threadsOf(storyId), thread)
export const changeThread = (storyId: string, id: string, change: ChangeThread) =>
  ask<Thread>('PATCH', `${threadsOf(storyId)}/${part(id)}`, change)
export const readThread = (storyId: string, id: string) => ask<void>('POST', `${threadsOf(storyId)}/${part(id)}/read`)
export const addComment = (storyId: string, thread: string, comment: { id: string; text: string }) =>
  ask<Thread>('POST', `${threadsOf(storyId)}/${part(thread)}/comments`, comment)
export const changeComment = (storyId: string, thread: string, id: string, text: string) =>
  ask<Thread>('PATCH', `${threadsOf(storyId)}/${part(thread)}/comments/${part(id)}`, { text })
export const removeComment = (storyId: string, thread: string, id: string) =>
  ask<Thread | undefined>('DELETE', `${threadsOf(storyId)}/${part(thread)}/comments/${part(id)}`)

/** @param before the item that the next ones come after */
export const readInbox = (before?: string) => ask<Inbox>('GET', `/inbox${before === undefined ? '' : `?before=${part(before)}`}`)
export const markItem = (id: string, read: boolean) => ask<InboxItem>('PATCH', `/inbox/${part(id)}`, { read })
export const markAllRead = (until: number) => ask<{ unread: number }>('POST', '/inbox/read-all', { until })
export const readInboxSettings = () => ask<InboxSettings>('GET', '/inbox/settings')
export const changeInboxSettings = (change: In<typeof inboxShapes.ChangeInboxSettings>) =>
  ask<InboxSettings>('PATCH', '/inbox/settings', change)
export const muteStory = (id: string) => ask<void>('PUT', `/inbox/muted/${part(id)}`)
export const unmuteStory = (id: string) => ask<void>('DELETE', `/inbox/muted/${part(id)}`)

export const readSuggestions = (story: string) => ask<Suggestions>('GET', `/stories/${part(story)}/suggestions`)
export const decideSuggestions = (story: string, what: Decide) =>
  ask<Decided>('POST', `/stories/${part(story)}/suggestions`, what)
export const openFork = (story: string) => ask<Fork>('POST', `/stories/${part(story)}/fork`)
export const giveUpFork = (story: string) => ask<void>('DELETE', `/stories/${part(story)}/fork`)
export const myDraft = async (story: string) => (await ask<{ fork: Fork | null }>('GET', `/stories/${part(story)}/draft`)).fork
/** @param passage the blocks it is about; null: the whole story */
export const openDraft = (story: string, passage: string[] | null) =>
  ask<Fork>('POST', `/stories/${part(story)}/draft`, { passage })
export const giveUpDraft = (story: string) => ask<void>('DELETE', `/stories/${part(story)}/draft`)
export const bringInDraft = (story: string) => ask<void>('POST', `/stories/${part(story)}/draft/bring-in`)

const standingOf = (story: string) => `/stories/${part(story)}/standing`
export const readStanding = (story: string) => ask<Standing>('GET', standingOf(story))
export const changeStanding = (story: string, change: In<typeof ChangeStanding>) =>
  ask<Standing>('PATCH', standingOf(story), change)
export const moveStory = (story: string, move: In<typeof MoveStory>) =>
  ask<Standing>('POST', `/stories/${part(story)}/stage`, move)
export const changeParticulars = (story: string, change: In<typeof ChangeParticulars>) =>
  ask<Standing>('PATCH', `/stories/${part(story)}/particulars`, change)
export const passGate = (story: string, gate: Gate, pass: In<typeof PassGate>) =>
  ask<Standing>('PUT', `/stories/${part(story)}/gates/${gate}`, pass)
export const takeBackGate = (story: string, gate: Gate) => ask<Standing>('DELETE', `/stories/${part(story)}/gates/${gate}`)
export const readChecks = (story: string) => ask<Checks>('GET', `/stories/${part(story)}/checks`)
export const readPublishing = () => ask<PublishingSettings>('GET', '/newsroom/publishing')
export const changePublishing = (change: Partial<PublishingSettings>) =>
  ask<PublishingSettings>('PATCH', '/newsroom/publishing', change)

const versionsOf = (story: string): string => `/stories/${part(story)}/versions`
export const readVersions = async (story: string) => (await ask<{ versions: Version[] }>('GET', versionsOf(story))).versions
export const readHistory = (story: string) => ask<KeptVersions>('GET', versionsOf(story))
export const keepVersion = (story: string, name: string) => ask<Version>('POST', versionsOf(story), { name })
const versionOf = (story: string, version: string) => `${versionsOf(story)}/${part(version)}`
export const nameVersion = (story: string, version: string, name: string) =>
  ask<Version>('PATCH', versionOf(story, version), { name })
/** With another version, or with the story as it is: from the earlier to the later. */
export const compareVersions = (story: string, version: string, other: 'now' | (string & {})) =>
  ask<Compared>('GET', `${versionOf(story, version)}/compare?with=${part(other)}`)
/** With the story as it is. */
export const compareVersion = (story: string, version: string) => compareVersions(story, version, 'now')
export const restoreVersion = (story: string, version: string) => ask<Restored>('POST', `${versionOf(story, version)}/restore`)
export async function readVersionHtml(story: string, version: string): Promise<string> {
  let response: Response
  try {
    response = await fetch(`/api${versionOf(story, version)}?as=html`, { cache: 'no-store' })
  } catch {
    throw unreachable()
  }
  if (!response.ok) throw await problem(response)
  return response.text()
}

/** Everything that keeps a story from going out, where the server refused for that; else null. */
export const blockedBy = (error: unknown): readonly Check[] | null =>
  error instanceof Refusal && error.type === 'blocked' && Array.isArray(error.more.checks) ? (error.more.checks as Check[]) : null

const editionsOf = (story: string) => `/stories/${part(story)}/editions`
export const previewEdition = (story: string, edition: In<typeof AskPreview>) =>
  ask<EditionPreview>('POST', `/stories/${part(story)}/preview`, edition)
/** @param edition with the stamp of the preview: exactly that goes out, or nothing */
export const publish = (story: string, edition: In<typeof Publish>) =>
  ask<Edition>('POST', `/stories/${part(story)}/publish`, edition)
export const readEditions = async (story: string) => (await ask<{ editions: Edition[] }>('GET', editionsOf(story))).editions
export const readEdition = (story: string, number: number) => ask<WholeEdition>('GET', `${editionsOf(story)}/${number}`)
export const cancelEdition = (story: string, number: number) => ask<Edition>('DELETE', `${editionsOf(story)}/${number}`)
export const decideDelivery = (story: string, number: number, target: string, deed: In<typeof DecideDelivery>['deed']) =>
  ask<Edition>('POST', `${editionsOf(story)}/${number}/deliveries/${part(target)}`, { deed })
/** For whoever may publish; what is set up of them only for owners. */
/** With the folders that may be written to, for those who set targets up. */
export const readTargetSetup = () => ask<{ targets: Target[]; folders: string[] }>('GET', '/targets')
export const addTarget = (target: In<typeof NewTarget>) => ask<Target>('POST', '/targets', target)
export const changeTarget = (id: string, change: In<typeof ChangeTarget>) => ask<Target>('PATCH', `/targets/${part(id)}`, change)
export const removeTarget = (id: string) => ask<void>('DELETE', `/targets/${part(id)}`)
export const testTarget = (id: string) => ask<Target>('POST', `/targets/${part(id)}/test`)
export const readTargets = async () => (await ask<{ targets: Target[] }>('GET', '/targets')).targets

export const readSite = () => ask<SiteSettings>('GET', '/newsroom/site')
export const changeSite = (change: In<typeof ChangeSiteSettings>) => ask<SiteSettings>('PATCH', '/newsroom/site', change)
export const uploadLogo = (file: Blob) =>
  ask<SiteSettings>('POST', '/newsroom/site/logo', undefined, { bytes: file, type: file.type })
/** The front page as it would be with this; nothing changes. */
export const lookAtSite = (change: In<typeof ChangeSiteSettings>) => ask<{ page: string }>('POST', '/newsroom/site/look', change)

const siteLinksOf = (story: string) => `/stories/${part(story)}/site-links`
export const listSiteLinks = async (story: string) => (await ask<{ links: SiteLink[] }>('GET', siteLinksOf(story))).links
export const makeSiteLink = (story: string, link: In<typeof NewSiteLink>) => ask<SiteLink>('POST', siteLinksOf(story), link)
export const endSiteLink = (story: string, id: string) => ask<void>('DELETE', `${siteLinksOf(story)}/${part(id)}`)
