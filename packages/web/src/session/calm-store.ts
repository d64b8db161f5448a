import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'

/** How long further changes are batched after one, in milliseconds. */
const gatheredFor = 150

/** The value of a store. A change after a pause shows at once; of changes in quick succession, only the last one per interval does. */
export function useCalmStore<T>(store: ReadableAtom<T>): T {
  const [value, setValue] = useState(() => store.get())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let changed = false
    function show() {
      changed = false
      setValue(() => store.get())
      timer = setTimeout(() => {
        timer = undefined
        if (changed) show()
      }, gatheredFor)
    }
    const stop = store.listen(() => {
      changed = true
      if (timer === undefined) show()
    })
    setValue(() => store.get())
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [store])
  return value
}
