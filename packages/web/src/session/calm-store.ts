// Reads stores that change many times in a row, as while everything is loaded for the first time.

import type { ReadableAtom } from 'nanostores'
import { useEffect, useState } from 'react'

/** For so long after a change further ones are gathered, in milliseconds. */
const gatheredFor = 150

/** The value of a store. A change after a pause counts at once; of those that follow closely, only the last one in each while does. */
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
