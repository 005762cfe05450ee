/** What somebody sees in the margin, for the scenes about it. */
import type { Colleague } from './desk.ts'

/** Each card from the top, as it reads: its comments, and what else it says. */
export const cards = (window: Colleague): Promise<string[]> =>
  window.page.locator('.margin-item').evaluateAll((all) =>
    all.map((item) => {
      const words = [...item.querySelectorAll('.comment-text')].map((one) => one.textContent.trim())
      const kind = item.querySelector('.thread-kind')?.textContent.trim() ?? ''
      const foot = [...item.querySelectorAll('.thread-foot span, .is-waiting, .card-open b')].map((one) => one.textContent.trim())
      return [...(kind === '' ? [] : [`${kind}:`]), words.join(' / '), ...foot.map((one) => `(${one})`)].join(' ').trim()
    }),
  )

/** The words of the copy that are marked for threads, what touches as one; `*`: of the one that is looked at. */
export const marked = (window: Colleague): Promise<string[]> =>
  window.page.evaluate(() => {
    const stretches: { words: string; block: Element; from: number; current: boolean }[] = []
    for (const mark of document.querySelectorAll('.field-marks .thread, .ProseMirror .thread')) {
      if (mark.parentElement?.closest('.thread') !== null) continue
      const block = mark.closest('.field-marks, .ProseMirror > *')!
      const before = document.createRange()
      before.selectNodeContents(block)
      before.setEndBefore(mark)
      const from = before.toString().length
      const current = mark.classList.contains('is-current')
      const last = stretches.at(-1)
      if (last?.block === block && last.from + last.words.length === from) last.words += mark.textContent
      else stretches.push({ words: mark.textContent, block, from, current })
    }
    return stretches.map(({ words, current }) => words + (current ? '*' : ''))
  })

/** Comments on what is selected, with keys alone. */
export async function comments(window: Colleague, text: string): Promise<void> {
  await window.presses('Control+Alt+m')
  await window.page.locator('comment-draft textarea').waitFor()
  await window.types(text)
  await window.presses('Control+Enter')
}

/** No card covers another, and they stand in one column. */
export const areApart = (window: Colleague): Promise<boolean> =>
  window.page.locator('.margin-item').evaluateAll((all) => {
    const boxes = all.map((item) => item.getBoundingClientRect())
    return boxes.every((box, i) => i === 0 || box.top >= boxes[i - 1]!.bottom)
  })

/** What is said to who hears the page. */
export const told = (window: Colleague): Promise<string> =>
  window.page.locator('story-margin > [role=status]').evaluate((status) => status.textContent.trim())
