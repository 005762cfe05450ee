/** What is done for one story is done one after the other; stories do not wait for each other. */
type Line = { last: Promise<unknown>; waiting: number }

export class Turns {
  private readonly lines = new Map<string, Line>()

  inTurn<T>(storyId: string, act: () => Promise<T>): Promise<T> {
    const line = this.lines.get(storyId) ?? { last: Promise.resolve(), waiting: 0 }
    this.lines.set(storyId, line)
    line.waiting += 1
    const mine = this.run(storyId, line, line.last, act)
    line.last = ended(mine)
    return mine
  }

  /** Resolves when nothing is being done. */
  async settled(): Promise<void> {
    while (this.lines.size > 0) await Promise.all([...this.lines.values()].map(({ last }) => last))
  }

  private async run<T>(storyId: string, line: Line, before: Promise<unknown>, act: () => Promise<T>): Promise<T> {
    await before
    try {
      return await act()
    } finally {
      line.waiting -= 1
      if (line.waiting === 0) this.lines.delete(storyId)
    }
  }
}

async function ended(turn: Promise<unknown>): Promise<void> {
  try {
    await turn
  } catch {
    // It is told to whoever asked for it; the next one has its turn.
  }
}
