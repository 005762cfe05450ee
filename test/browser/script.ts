/** A program at the same story: y-websocket's own client, with a sign-in and nothing else of ours. */
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { MESSAGE_NOTICE, MESSAGE_SAVED, MESSAGE_STALLED } from '../../shared/protocol.ts'
import { bodyOf, fieldOf, type Field } from '../../shared/story.ts'

export class Script {
  readonly ydoc = new Y.Doc()
  private readonly provider: WebsocketProvider

  constructor(origin: string, storyId: string, cookie: string) {
    class SignedSocket extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie } })
      }
    }
    this.provider = new WebsocketProvider(`${origin.replace('http', 'ws')}/sync`, storyId, this.ydoc, {
      WebSocketPolyfill: SignedSocket as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    })
    // The stock client prints a complaint for each message it does not know.
    for (const ours of [MESSAGE_SAVED, MESSAGE_STALLED, MESSAGE_NOTICE]) this.provider.messageHandlers[ours] = () => {}
  }

  synced(): Promise<void> {
    return new Promise((resolve) => {
      if (this.provider.synced) resolve()
      else this.provider.once('sync', () => resolve())
    })
  }

  /** The words of a paragraph, counted from 1. */
  paragraph(number: number): Y.XmlText {
    return (bodyOf(this.ydoc).get(number - 1) as Y.XmlElement).get(0) as Y.XmlText
  }

  field(name: Field): Y.Text {
    return fieldOf(this.ydoc, name)
  }

  close(): void {
    this.provider.destroy()
    this.ydoc.destroy()
  }
}
