import { type ComponentProps, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { afterFirstPage } from '../../browser/clock.ts'
import { on } from '../../browser/observed.ts'
import { lazily } from '../../ui/lazily.tsx'
import type { Shortcuts as Component } from './Shortcuts.tsx'

type Props = ComponentProps<typeof Component>

/** How long a key press waits for the code, in milliseconds: after that the person has moved on. */
const keyLasts = 3_000

/** If the code can't be loaded, everything works with buttons until the network is back. */
const Shortcuts = lazily(async () => (await import('./Shortcuts.tsx')).Shortcuts, { spare: true })

/** The keyboard shortcuts of the main page. A key pressed before the code is loaded loads it, then takes effect. */
export function ShortcutsLater(props: Omit<Props, 'takeEarly'>) {
  const [begun, setBegun] = useState(false)
  const early = useRef<{ keys: KeyboardEvent[]; stop?: () => void }>({ keys: [] })
  const takeEarly = useCallback(() => {
    early.current.stop?.()
    const keys = recentOf(early.current.keys)
    early.current.keys = []
    return keys
  }, [])
  useEffect(() => {
    early.current.stop = on<KeyboardEvent>(window, ['keydown'], (event) => {
      early.current.keys = [...recentOf(early.current.keys), event]
      setBegun(true)
    })
    const cancel = afterFirstPage(() => setBegun(true))
    return () => {
      cancel()
      early.current.stop?.()
    }
  }, [])
  if (!begun) return null
  return (
    <Suspense fallback={null}>
      <Shortcuts {...props} takeEarly={takeEarly} />
    </Suspense>
  )
}

const recentOf = (keys: readonly KeyboardEvent[]): KeyboardEvent[] =>
  keys.filter(({ timeStamp }) => performance.now() - timeStamp < keyLasts)
