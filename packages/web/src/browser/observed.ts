import { atom, onMount, type ReadableAtom } from 'nanostores'

/** An atom with the value of `ask`, which is read again whenever `listen` calls back. It only listens while it has subscribers. */
export function observed<T>(ask: () => T, listen: (again: () => void) => () => void): ReadableAtom<T> {
  const store = atom<T>(undefined as T)
  onMount(store, () => {
    const again = () => store.set(ask())
    again()
    return listen(again)
  })
  return store
}

/** Calls back on each event with one of the names. Returns a function that stops. */
export function on<E extends Event>(
  place: EventTarget,
  names: readonly string[],
  listener: (event: E) => void,
  options: AddEventListenerOptions = {},
): () => void {
  const stop = new AbortController()
  for (const name of names) place.addEventListener(name, listener as EventListener, { ...options, signal: stop.signal })
  return () => stop.abort()
}
