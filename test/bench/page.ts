/** A story in a real browser, for the bench: a colleague who is a program, and the window it is opened in. */
import * as decoding from 'lib0/decoding'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { MESSAGE_NOTICE, MESSAGE_SAVED, MESSAGE_STALLED, MESSAGE_SYNC, SYNC_STEP_1 } from '../../shared/protocol.ts'
import { bodyOf, nameParts, type StoryText } from '../../shared/story.ts'
import { writeStory } from '../../shared/write/write-story.ts'

const COLLEAGUE_MS = 200

/** A colleague's program: fills a story or a fork of it, and types in it. */
export class Colleague {
  readonly ydoc = new Y.Doc()
  private readonly provider: WebsocketProvider
  private timer: ReturnType<typeof setInterval> | undefined
  private sent = 0
  private saved = 0
  private allSaved: () => void = () => {}

  /** @param room the id of a story, or of this person's fork of one */
  constructor(origin: string, room: string, cookie: string) {
    nameParts(this.ydoc)
    const count = (message: Uint8Array): void => {
      if (message[0] === MESSAGE_SYNC && message[1] !== SYNC_STEP_1) this.sent += 1
    }
    class SignedSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } })
      }

      override send(message: Uint8Array): void {
        count(message)
        super.send(message)
      }
    }
    this.provider = new WebsocketProvider(`${origin.replace('http', 'ws')}/sync`, room, this.ydoc, {
      WebSocketPolyfill: SignedSocket as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    })
    this.provider.messageHandlers[MESSAGE_SAVED] = (_encoder, decoder) => {
      this.saved = decoding.readVarUint(decoder)
      if (this.saved >= this.sent) this.allSaved()
    }
    // The stock client prints a complaint for each message it does not know.
    for (const ours of [MESSAGE_STALLED, MESSAGE_NOTICE]) this.provider.messageHandlers[ours] = () => {}
  }

  async synced(): Promise<void> {
    if (!this.provider.synced) await new Promise<void>((resolve) => this.provider.once('sync', () => resolve()))
  }

  /** Makes the story say this. Resolves when it is on disk. */
  async writes(text: StoryText): Promise<void> {
    writeStory(this.ydoc, text)
    if (this.saved < this.sent) await new Promise<void>((resolve) => (this.allSaved = resolve))
  }

  /** A letter and the caret behind it, as a page sends them. */
  types(): void {
    const text = (bodyOf(this.ydoc).get(3) as Y.XmlElement).get(0) as Y.XmlText
    const { awareness } = this.provider
    this.timer = setInterval(() => {
      text.insert(text.length, 'c')
      const caret = Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, text.length)) as unknown
      awareness.setLocalStateField('cursor', { anchor: caret, head: caret })
    }, COLLEAGUE_MS)
  }

  rests(): void {
    clearInterval(this.timer)
  }

  leaves(): void {
    this.rests()
    this.provider.destroy()
    this.ydoc.destroy()
  }
}

export async function windowOf(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 900 } })
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, domain: '127.0.0.1', path: '/' }])
  return context
}

/** Puts the caret at the end of a line in the middle of the story, where nobody has remarked or suggested anything. */
export async function caretInTheMiddle(page: Page): Promise<void> {
  const free = page.locator('story-editor .ProseMirror > p:not(:has(.thread, .suggested, ins, del))')
  await free.nth(Math.floor((await free.count()) / 2)).click()
  await page.keyboard.press('End')
}
