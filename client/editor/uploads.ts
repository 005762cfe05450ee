/**
 * Pictures on their way to the server, one after the other. While the server cannot be reached they wait here
 * and go by themselves when it is back; what it says no to is kept until the person has read why.
 */
import type { Asset } from '../../shared/api.ts'

/** The way to the server, and what its failures mean. */
export type PictureWire = {
  upload(file: Blob, progress: { onProgress: (sent: number, of: number) => void; signal: AbortSignal }): Promise<Asset>
  /** The same picture for this story, of another one's asset. */
  copy(asset: string): Promise<Asset>
  tell(error: unknown): 'no answer' | { why: string; again: boolean }
}

/** One picture on its way, and what becomes of it. */
export type Upload = {
  /** As the person knows it. */
  name: string
  file: Blob
  /** Shows it where it will stand. */
  dom: HTMLElement
  state: 'sending' | 'waiting' | 'refused'
  /** 0 to 1; at 1 all has gone and the server is at work. */
  sent: number
  /** Why it was refused. */
  why: string
  /** Whether the same again might be taken. */
  again: boolean
  /** It is on the server's disk: puts it into the story. */
  arrived: (asset: Asset) => void
  stop: AbortController
}

const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 60_000

export class Uploads extends EventTarget {
  /** In the order they were added. */
  list: readonly Upload[] = []
  private running = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private wait = FIRST_WAIT_MS

  constructor(private readonly wire: PictureWire) {
    super()
    addEventListener('online', this.now)
  }

  /** Leaves nothing running; what was not on the server's disk is not added. */
  close(): void {
    removeEventListener('online', this.now)
    removeEventListener('beforeunload', this.onLeave)
    clearTimeout(this.timer)
    for (const one of this.list) one.stop.abort()
    this.list = []
  }

  /** How many are neither on the server's disk nor refused. */
  get pending(): number {
    return this.list.filter(({ state }) => state !== 'refused').length
  }

  add(name: string, file: Blob, dom: HTMLElement, arrived: (asset: Asset) => void): Upload {
    const upload: Upload = {
      name,
      file,
      dom,
      arrived,
      state: 'sending',
      sent: 0,
      why: '',
      again: false,
      stop: new AbortController(),
    }
    this.show([...this.list, upload])
    void this.run()
    return upload
  }

  /** Stops it, or takes note that it was refused. */
  drop(upload: Upload): void {
    upload.stop.abort()
    this.show(this.list.filter((one) => one !== upload))
  }

  /** Tries at once what waits, and what was refused for something that passes. */
  readonly now = (): void => {
    clearTimeout(this.timer)
    this.wait = FIRST_WAIT_MS
    for (const one of this.list)
      if (one.state === 'waiting' || (one.state === 'refused' && one.again)) {
        one.state = 'sending'
        one.sent = 0
      }
    this.show(this.list)
    void this.run()
  }

  private async run(): Promise<void> {
    if (this.running) return
    this.running = true
    try {
      for (let next = this.next(); next !== undefined; next = this.next()) await this.send(next)
    } finally {
      this.running = false
    }
  }

  private next(): Upload | undefined {
    // One that waits for the connection holds up those behind it: they would wait too, and come in another order.
    const first = this.list.find(({ state }) => state !== 'refused')
    return first?.state === 'sending' ? first : undefined
  }

  private async send(upload: Upload): Promise<void> {
    try {
      const asset = await this.wire.upload(upload.file, {
        signal: upload.stop.signal,
        onProgress: (sent, of) => {
          upload.sent = of === 0 ? 0 : sent / of
          this.show(this.list)
        },
      })
      this.wait = FIRST_WAIT_MS
      this.show(this.list.filter((one) => one !== upload))
      upload.arrived(asset)
    } catch (error) {
      if (upload.stop.signal.aborted) return
      const told = this.wire.tell(error)
      if (told === 'no answer') this.waitWith(upload)
      else Object.assign(upload, { state: 'refused', ...told })
      this.show(this.list)
    }
  }

  private waitWith(upload: Upload): void {
    upload.state = 'waiting'
    upload.sent = 0
    this.timer = setTimeout(() => {
      const wait = Math.min(this.wait * 2, LONGEST_WAIT_MS)
      this.now()
      this.wait = wait
    }, this.wait)
  }

  private show(list: readonly Upload[]): void {
    this.list = list
    // Asked by the browser before the window closes: a picture that has not arrived would be gone with it.
    if (this.pending > 0) addEventListener('beforeunload', this.onLeave)
    else removeEventListener('beforeunload', this.onLeave)
    this.dispatchEvent(new Event('change'))
  }

  private readonly onLeave = (event: BeforeUnloadEvent): void => event.preventDefault()
}
