// Keeps the state of each text of this run of the companion, and the outcomes that the server does not know yet.

import type { Text } from '@waypost/protocol'
import type { SmsOutcome } from '../../phone/phone.ts'

/** A text is `unknown` until this run has seen it waiting, and `done` when nothing more can happen to it. */
type State = 'unknown' | 'waiting' | 'handed' | 'failed' | 'done'

/** `found` waiting on the server; `handed` to the phone; `sent` or `failed` there; `unreadable` with our password; `withdrawn` by its user. */
type Event = 'found' | 'handed' | 'sent' | 'failed' | 'unreadable' | 'withdrawn'

/** The state after each event. The first outcome of a text counts. */
const next: Record<State, Record<Event, State>> = {
  unknown: {
    found: 'waiting',
    handed: 'unknown',
    sent: 'done',
    failed: 'failed',
    unreadable: 'failed',
    withdrawn: 'unknown',
  },
  waiting: { found: 'waiting', handed: 'handed', sent: 'done', failed: 'failed', unreadable: 'failed', withdrawn: 'waiting' },
  handed: { found: 'handed', handed: 'handed', sent: 'done', failed: 'failed', unreadable: 'failed', withdrawn: 'done' },
  failed: { found: 'failed', handed: 'failed', sent: 'failed', failed: 'failed', unreadable: 'failed', withdrawn: 'done' },
  done: { found: 'done', handed: 'done', sent: 'done', failed: 'done', unreadable: 'failed', withdrawn: 'done' },
}

type Outcome = Pick<NonNullable<Text['data']>, 'failure'> & { status: 'sent' | 'failed' }

interface Known {
  state: State
  /** In seconds since 1970; 0 if this run has not seen it waiting. */
  created: number
}

/** The texts of this run by iden, with their states and outcomes. */
export class TextStates {
  /** The outcomes that are to be reported to the server, by iden. */
  readonly outcomes = new Map<string, Outcome>()
  private readonly known = new Map<string, Known>()

  /** A text waits on the server. Ignored if it is known already. */
  found({ iden, created }: Text): void {
    if (!this.known.has(iden)) this.known.set(iden, { state: next.unknown.found, created })
  }

  /** The phone has taken a text. */
  handed(iden: string): void {
    this.on(iden, 'handed')
  }

  /** Only the first outcome of a text is reported. */
  settled({ key, state }: SmsOutcome): void {
    const before = this.stateOf(key)
    if (before === 'failed' || before === 'done') return
    this.on(key, state)
    this.outcomes.set(key, { status: state })
  }

  unreadable(iden: string): void {
    this.on(iden, 'unreadable')
    this.outcomes.set(iden, { status: 'failed', failure: 'cannot_open' })
  }

  /** Idens, the earliest first. Texts that are found during the iteration are included. */
  *waiting(): Iterable<string> {
    for (const [iden, { state }] of this.known) if (state === 'waiting') yield iden
  }

  /**
   * The texts that the phone has and the server no longer has. Each is given until the caller goes on to the next.
   * @param isThere whether the server has a text
   */
  *withdrawn(isThere: (iden: string) => boolean): Iterable<{ iden: string; created: number }> {
    for (const [iden, { state, created }] of this.known) {
      if (!mayBeTakenBack(state) || isThere(iden)) continue
      yield { iden, created }
      // Only now: if the caller could not take it back, it is given again.
      this.on(iden, 'withdrawn')
    }
  }

  /** Forgets the texts that the server no longer has, except for those that `withdrawn` gives later. */
  forget(isThere: (iden: string) => boolean): void {
    for (const [iden, { state }] of this.known) if (!mayBeTakenBack(state) && !isThere(iden)) this.known.delete(iden)
  }

  private on(iden: string, event: Event): void {
    const { created } = this.known.get(iden) ?? { created: 0 }
    const state = next[this.stateOf(iden)][event]
    if (state !== 'unknown') this.known.set(iden, { state, created })
  }

  private stateOf(iden: string): State {
    return this.known.get(iden)?.state ?? 'unknown'
  }
}

/** Whether the phone has a text, and may still give it back. */
const mayBeTakenBack = (state: State) => state === 'handed' || state === 'failed'
