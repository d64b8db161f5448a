import { findingMilliseconds } from '@waypost/protocol'

/** How often this machine announces itself while looking for phones, and while a paired one is away, in milliseconds. */
export interface AnnouncementPauses {
  finding: number
  away: number
}

/**
 * How long this machine announces itself frequently while looking for phones, in milliseconds. A phone that is opened later announces
 * itself.
 */
const eagerly = 30_000

/** Whether somebody looks for a phone now. */
export class PhoneSearch {
  private until = 0
  private address: string | undefined

  /** The address of the phone, if somebody gave one. */
  get sought(): string | undefined {
    return this.address
  }

  isOn(): boolean {
    return Date.now() < this.until
  }

  /** Begins, or goes on for longer. An address is looked for until another search begins or brings another one. */
  begin(address: string | undefined): void {
    if (address !== undefined || !this.isOn()) this.address = address
    this.until = Date.now() + findingMilliseconds
  }

  end(): void {
    this.until = 0
  }

  /** In milliseconds. Each announcement makes the phones that are paired connect anew, so they are fewer after a while. */
  pause({ finding, away }: AnnouncementPauses): number {
    if (!this.isOn()) return away
    const since = Date.now() - (this.until - findingMilliseconds)
    return since < eagerly ? finding : Math.min(away, 5 * finding)
  }
}
