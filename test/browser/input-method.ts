/** Words that are composed, as with a Japanese or a phone's keyboard: the browser's own events, not made-up ones. */
import type { CDPSession } from 'playwright-core'
import type { Colleague } from './desk.ts'

export class InputMethod {
  private constructor(private readonly cdp: CDPSession) {}

  static async of(window: Colleague): Promise<InputMethod> {
    return new InputMethod(await window.context.newCDPSession(window.page))
  }

  async composes(...steps: string[]): Promise<void> {
    for (const text of steps)
      await this.cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  }

  async commits(text: string): Promise<void> {
    await this.cdp.send('Input.insertText', { text })
  }
}
