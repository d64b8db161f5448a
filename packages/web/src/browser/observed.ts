// Makes stores from values of the browser that announce changes by events.

import { atom, onMount, type ReadableAtom } from 'nanostores'

/** An atom with the value of `ask`, read again whenever `listen` calls back. It listens while it has subscribers. */
export function observed<T>(ask: () => T, listen: (again: () => void) => () => void): ReadableAtom<T> {
  const store = atom<T>(undefined as T)
  onMount(store, () => {
    const again = () => store.set(ask())
    again()
    return listen(again)
  })
  return store
}

/** A `listen` for `observed`: calls back on each of the named events. */
export function events(on: () => EventTarget, names: readonly string[]) {
  return (again: () => void) => {
    const place = on()
    for (const name of names) place.addEventListener(name, again)
    return () => {
      for (const name of names) place.removeEventListener(name, again)
    }
  }
}
