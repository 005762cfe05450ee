/**
 * Passwords: the one place where they are hashed and tried. Slow on purpose, so never more than a few at
 * once, each address in turn; and wrong ones are counted, so that nobody guesses for long.
 */
import type { Clock } from './clock.ts'
import { SignInLimit, SlowWork } from './limits.ts'
import { hashPassword, newSecret, passwordFits, PASSWORD_COST, type PasswordCost } from './secrets.ts'

export class Passwords {
  private readonly limit: SignInLimit
  private readonly slow = new SlowWork()
  private decoy: Promise<string> | undefined

  /** @param cost of new hashes; an old one is tried at what it was made with */
  constructor(
    clock: Clock,
    private readonly cost: PasswordCost = PASSWORD_COST,
  ) {
    this.limit = new SignInLimit(clock)
  }

  /**
   * @param address who asks, from the socket
   * @returns what the database keeps: argon2id, a PHC string
   * @throws Refusal `too-busy`
   */
  hash(address: string, password: string): Promise<string> {
    return this.slow.run(address, () => hashPassword(password, this.cost))
  }

  /**
   * Whether this is the password; a wrong one is counted.
   * @param passwordHash null for somebody unknown: takes as long, and is never right
   * @throws Refusal `too-many-tries`, `too-busy`
   */
  async fits(address: string, email: string, passwordHash: string | null, password: string): Promise<boolean> {
    this.limit.check(address, email)
    const fits = await this.slow.run(address, async () => {
      // Once more: those who waited in line with this one may have failed meanwhile.
      this.limit.check(address, email)
      const decoy = await (this.decoy ??= hashPassword(newSecret(), this.cost))
      const right = (await passwordFits(passwordHash ?? decoy, password)) && passwordHash !== null
      if (!right) this.limit.failed(address, email)
      return right
    })
    if (fits) this.limit.succeeded(address, email)
    return fits
  }
}
