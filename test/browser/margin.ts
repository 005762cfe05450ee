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

/** The words of the copy that are marked for a thread, each stretch by itself; `*`: of the one that is looked at. */
export const marked = (window: Colleague): Promise<string[]> =>
  window.page.evaluate(() => {
    const stretches: { words: string; end: Element | null; block: Element | null; current: boolean }[] = []
    for (const mark of document.querySelectorAll('.field-marks .thread, .ProseMirror .thread')) {
      if (mark.closest('.thread .thread') !== null && mark.parentElement?.closest('.thread') !== null) continue
      const current = mark.classList.contains('is-current')
      const last = stretches.at(-1)
      const block = mark.closest('.ProseMirror > *')
      // Formatting cuts a stretch into elements that follow each other.
      if (last !== undefined && block !== null && last.block === block && last.end === mark.previousSibling) {
        last.words += mark.textContent
        last.end = mark
      } else stretches.push({ words: mark.textContent, end: mark, block, current })
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
