/** Random choices that a seed repeats exactly. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = (seed * 2654435761) >>> 0 || 1
  }

  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number {
    // xorshift32
    this.state ^= this.state << 13
    this.state ^= this.state >>> 17
    this.state ^= this.state << 5
    this.state >>>= 0
    return this.state % below
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
