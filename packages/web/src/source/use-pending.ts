import { useState } from 'react'

/** A value that is saved at once: shows the choice while it is being saved, and the saved value again if that fails. */
export function usePending<T>(saved: T): [shown: T, choose: (chosen: T, save: () => Promise<unknown>) => void] {
  const [pending, setPending] = useState<{ chosen: T }>()
  return [
    pending ? pending.chosen : saved,
    (chosen, save) => {
      const own = { chosen }
      setPending(own)
      // A later choice stays on screen until it is saved itself.
      void save().finally(() => setPending((now) => (now === own ? undefined : now)))
    },
  ]
}
