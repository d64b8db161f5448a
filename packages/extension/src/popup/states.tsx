import type { Refusal } from '@waypost/protocol'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { platform } from '../browser/platform.ts'
import { Icon } from '../ui/Icon.tsx'
import { useValue } from '../ui/use-value.ts'
import { useOpened, useSession } from './page-session.ts'

/** Placeholder shapes while something loads. */
export function Bones() {
  return (
    <div class="popup" aria-busy="true">
      <p class="hidden-words" role="status">
        Loading...
      </p>
      <header class="head" />
      <div class="bones" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <div key={row} class="bone" />
        ))}
      </div>
    </div>
  )
}

/** Shown when the messages couldn't be loaded at all. */
export function CouldNotLoad({ refusal }: { refusal: Refusal }) {
  const { session, own } = useOpened()
  return (
    <div class="state">
      <h2>Couldn’t load your messages</h2>
      <p>{refusal.message}</p>
      <div class="state-buttons">
        <button type="button" class="button primary" onClick={() => void session.start()}>
          Try again
        </button>
        <a class="button" href={own.origin} target="_blank" rel="noreferrer">
          Open Waypost
        </a>
      </div>
    </div>
  )
}

/** An empty state, with a hint what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** In milliseconds; connecting is only shown if it takes longer. */
const connectsWithin = 2_000

/** Says that there is no connection, and what that means. */
export function ConnectionLine() {
  const connection = useValue(useSession().$connection)
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    return platform.after(connectsWithin, () => setLate(true))
  }, [connection])
  const words =
    connection === 'offline'
      ? 'You’re offline. What you send will be sent when you’re back.'
      : connection === 'connecting' && late
        ? 'Connecting...'
        : undefined
  return (
    <div role="status" class="connection-place">
      {words && (
        <p class="connection">
          <Icon name="clock" size={14} />
          {words}
        </p>
      )}
    </div>
  )
}

/** A message that disappears by itself, e.g. about a failure, with an optional action. */
export interface Told {
  words: string
  action?: { label: string; run(): void }
}

/** In milliseconds. */
const toldFor = 8_000

/** The line in which the page reports what it has done or couldn't do. */
export function useTold(): { told: Told | undefined; tell(told: Told | undefined): void } {
  const [told, tell] = useState<Told>()
  useEffect(() => (told ? platform.after(toldFor, () => tell(undefined)) : undefined), [told])
  return { told, tell }
}

export function ToldLine({ told, onDone }: { told: Told | undefined; onDone: () => void }) {
  return (
    <div role="status" class="told-place">
      {told && (
        <p class="told">
          <span>{told.words}</span>
          {told.action && (
            <button
              type="button"
              onClick={() => {
                told.action?.run()
                onDone()
              }}
            >
              {told.action.label}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
