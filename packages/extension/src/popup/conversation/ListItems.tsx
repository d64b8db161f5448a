import type { Session } from '@waypost/client'
import { openTicks, type Ticks } from '@waypost/client/lists'
import type { Push } from '@waypost/protocol'
import { platform } from '../../browser/platform.ts'
import { ask } from '../../messages.ts'
import type { Opened } from '../../session/own-session.ts'
import { useValue } from '../../ui/use-value.ts'
import { useOpened } from '../page-session.ts'

const drawnItems = 100

/** A list whose items can be ticked, even offline. */
export function ListItems({ push, tabIndex }: { push: Push; tabIndex: 0 | -1 }) {
  const opened = useOpened()
  const ticks = ticksOf(opened)
  const pending = useValue(ticks.$pending).get(push.iden)
  const items = push.items ?? []
  return (
    <>
      {push.title && (
        <p class="title" dir="auto">
          {push.title}
        </p>
      )}
      <ul class="list">
        {items.slice(0, drawnItems).map(({ text, checked }, index) => (
          <li key={index}>
            <label>
              <input
                type="checkbox"
                checked={pending?.get(index) ?? checked}
                tabIndex={tabIndex}
                onChange={(event) => {
                  ticks.tick(push, index, event.currentTarget.checked)
                  // The background sends the change if this page closes first.
                  ask({ kind: 'ticked' }).catch(() => {})
                }}
              />
              <span dir="auto">{text}</span>
            </label>
          </li>
        ))}
      </ul>
      {items.length > drawnItems && <p>{items.length - drawnItems} more items</p>}
    </>
  )
}

const known = new WeakMap<Session, Ticks>()

function ticksOf({ session, saved }: Opened): Ticks {
  const ticks = known.get(session) ?? openTicks(session, { saved, platform })
  known.set(session, ticks)
  return ticks
}
