/** Somebody at a window of their own: what they do and what stands before their eyes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import type { Field } from '../../shared/story.ts'
import type { Cable } from './cable.ts'
import type { Desk } from './desk.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PATIENCE = { timeout: 20_000, interval: 40 }

/** Waits until it is so. */
export const soon = <T>(read: () => T | Promise<T>, what?: string) =>
  expect.poll(read, { ...PATIENCE, ...(what === undefined ? {} : { message: what }) })

export type Copy = Record<Field, string> & { body: string[] }

export class Colleague {
  readonly complaints: string[] = []

  constructor(
    private readonly desk: Desk,
    readonly name: string,
    readonly context: BrowserContext,
    readonly cable: Cable,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.complaints.push(`threw ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} ${message.location().url}`)
    })
  }

  /** A second tab of the same browser. */
  async anotherTab(): Promise<Colleague> {
    const tab = new Colleague(this.desk, this.name, this.context, this.cable, await this.context.newPage())
    this.desk.remember(tab)
    return tab
  }

  async goesTo(path: string): Promise<void> {
    await this.page.goto(path)
  }

  async opens(storyId: string): Promise<void> {
    await this.page.goto(`/desk/story/${storyId}`)
    await this.isIn()
  }

  /** The story is open before their eyes, with all that stands beside it. */
  async isIn(): Promise<void> {
    await this.seesWords()
    await this.page.waitForFunction(() => {
      const editor = document.querySelector('story-editor')
      // A body with a part that the page does not know is shown, but not bound: nothing joins it.
      const isJoined = editor !== null && (editor.pictures !== null || editor.querySelector('[role=alert]') !== null)
      return isJoined && customElements.get('share-dialog') !== undefined
    })
  }

  /** The words of the story are before their eyes; what stands beside them may still be on its way. */
  async seesWords(): Promise<void> {
    await this.page.locator('story-editor .copy .ProseMirror').waitFor()
  }

  async reloads(): Promise<void> {
    await this.page.reload()
    await this.isIn()
  }

  // Writing

  async types(text: string, delay = 0): Promise<void> {
    await this.page.keyboard.type(text, { delay })
  }

  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  /** A click into a paragraph, counted from 1, before the letter at `offset`, at its start or its end. */
  async clicksInto(paragraph: number, offset: number | 'end' = 'end'): Promise<void> {
    let place = await this.placeOf(paragraph, offset)
    for (let clicks = 0; clicks < 20; clicks++) {
      await this.page.mouse.click(place.x, place.y)
      // A colleague's edit may have moved the words between the look and the click: then it hit others.
      const now = await this.placeOf(paragraph, offset)
      if (now.x === place.x && now.y === place.y) return
      place = now
      await this.noDoubleClick()
    }
    throw new Error(`paragraph ${paragraph} does not stand still in ${this.name}'s window`)
  }

  /** A second click beside the first within half a second would choose the word there. */
  private async noDoubleClick(): Promise<void> {
    const clicked = await this.page.evaluate(() => performance.now())
    await this.page.waitForFunction((then) => performance.now() > then + 500, clicked)
  }

  /** Where in the window a letter of the body stands, brought into sight. */
  private placeOf(paragraph: number, offset: number | 'end'): Promise<{ x: number; y: number }> {
    const block = this.page.locator('story-editor .copy .ProseMirror > *').nth(paragraph - 1)
    return block.evaluate((element, at) => {
      // No "if needed": that waits for two frames, and a colleague's edit may replace the element meanwhile.
      element.scrollIntoView({ block: 'nearest' })
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let left = at === 'end' ? element.textContent.length : at
      const range = document.createRange()
      for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
        const length = text.textContent!.length
        if (left > length) {
          left -= length
          continue
        }
        // The edge of a letter, not a collapsed place: that has no box at the end of a line.
        range.setStart(text, Math.max(0, left - 1))
        range.setEnd(text, left === 0 ? Math.min(1, length) : left)
        const boxes = [...range.getClientRects()]
        const box = left === 0 ? boxes[0]! : boxes.at(-1)!
        return { x: left === 0 ? box.left : box.right, y: (box.top + box.bottom) / 2 }
      }
      const box = element.getBoundingClientRect()
      return { x: box.left + 2, y: (box.top + box.bottom) / 2 }
    }, offset)
  }

  /** Clicks into a field beside the body, at its end or before the letter at `offset`. */
  async clicksField(name: Field, offset?: number): Promise<void> {
    const field = this.field(name)
    await field.click()
    await field.evaluate((area: HTMLTextAreaElement, at) => {
      area.setSelectionRange(at ?? area.value.length, at ?? area.value.length)
    }, offset)
  }

  field(name: Field) {
    return this.page.locator(`shared-field[data-name=${name}] textarea`)
  }

  /** Selects everything from one place of the body to another, as [paragraph from 1, letter]. */
  async selects(from: [number, number], to: [number, number]): Promise<void> {
    await this.clicksInto(from[0], from[1])
    await this.page.keyboard.down('Shift')
    await this.clicksInto(to[0], to[1])
    await this.page.keyboard.up('Shift')
  }

  /** Pastes what another program left on the clipboard. */
  async pastes(kinds: Record<string, string>, into = 'story-editor .ProseMirror'): Promise<void> {
    await this.page.locator(into).evaluate((target, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, kinds)
  }

  /** Time passes in this window, at once. The window was given a clock when its colleague signed in. */
  async waits(ms: number): Promise<void> {
    await this.page.clock.fastForward(ms)
  }

  // Seeing

  async reads(): Promise<Copy> {
    return this.page.evaluate(() => {
      const [headline = '', dek = '', byline = ''] = [...document.querySelectorAll('shared-field textarea')].map(
        (area) => (area as HTMLTextAreaElement).value,
      )
      const blocks = [...document.querySelectorAll('story-editor .copy .ProseMirror > :not(.caret)')]
      return { headline, dek, byline, body: blocks.map((block) => block.textContent.replaceAll('\u2060', '')) }
    })
  }

  /** Sees exactly these paragraphs. */
  async seesBody(...paragraphs: string[]): Promise<void> {
    await soon(async () => (await this.reads()).body, `the body in ${this.name}'s window`).toEqual(paragraphs)
  }

  /** Sees these words somewhere in the story. */
  async sees(words: string): Promise<void> {
    await soon(
      async () =>
        Object.values(await this.reads())
          .flat()
          .join('\n'),
      `the story in ${this.name}'s window`,
    ).toContain(words)
  }

  async seesField(name: Field, text: string): Promise<void> {
    await soon(() => this.field(name).inputValue(), `the ${name} in ${this.name}'s window`).toBe(text)
  }

  /** What the page says about saving, in whole words. */
  async savedState(): Promise<string> {
    return (await this.page.locator('.save-state .long').textContent()) ?? ''
  }

  async says(state: string | RegExp): Promise<void> {
    const expectation = soon(() => this.savedState(), `the saved state in ${this.name}'s window`)
    await (typeof state === 'string' ? expectation.toBe(state) : expectation.toMatch(state))
  }

  /** Every word of this window is on the server's disk, and the page says so. */
  async isSaved(): Promise<void> {
    await soon(
      () =>
        this.page.evaluate(() => {
          const { saved } = document.querySelector('save-state') as HTMLElement & { saved: { kind: string; unsaved: number } }
          return `${saved.kind} ${saved.unsaved}`
        }),
      `the saved state in ${this.name}'s window`,
    ).toBe('saved 0')
    await soon(() => this.savedState()).toMatch(/^(All changes saved|Reading, live)$/)
  }

  /** The names of who is in the story, as read out. */
  async whoIsHere(): Promise<string[]> {
    return this.page
      .locator('who-is-here .avatar')
      .evaluateAll((marks) => marks.map((mark) => (mark.getAttribute('aria-label') ?? '').replace(/ \(.*$/, '')))
  }

  /** Colleagues' carets in the body: whose, in which colour, and what stands before them in their paragraph. */
  async carets(): Promise<{ name: string; hue: string; color: string; after: string }[]> {
    return this.page.locator('story-editor .caret').evaluateAll((carets) =>
      carets.map((caret) => {
        const range = document.createRange()
        range.selectNodeContents(caret.closest('.ProseMirror > *')!)
        range.setEndBefore(caret)
        return {
          name: (caret as HTMLElement).dataset.name ?? '',
          hue: /hue-\d+/.exec(caret.className)?.[0] ?? '',
          color: getComputedStyle(caret).getPropertyValue('--c').trim(),
          after: range.toString().replaceAll('\u2060', ''),
        }
      }),
    )
  }

  /** Day or night falls: what the page looks like then is there with its next frames. */
  async inColours(colorScheme: 'light' | 'dark'): Promise<void> {
    await this.page.emulateMedia({ colorScheme })
    await this.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }

  /** What axe finds wrong with the page as it is now. */
  async axeFinds(): Promise<string[]> {
    await this.page.evaluate(AXE)
    return this.page.evaluate(async () => {
      type Found = { violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }
      const { axe } = globalThis as unknown as { axe: { run(): Promise<Found> } }
      const { violations } = await axe.run()
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      )
    })
  }

  /** Whether anything can be typed in the body. */
  async mayType(): Promise<boolean> {
    return this.page.locator('story-editor .ProseMirror').evaluate((body) => (body as HTMLElement).isContentEditable)
  }

  // The cable

  async goesOffline(): Promise<void> {
    await this.context.setOffline(true)
    this.cable.cut()
    await soon(() =>
      this.page.evaluate(() => (document.querySelector('save-state') as HTMLElement & { saved: { kind: string } }).saved.kind),
    ).toMatch(/^(offline|not-saved)$/)
  }

  async comesBack(): Promise<void> {
    this.cable.mend()
    await this.context.setOffline(false)
  }
}
