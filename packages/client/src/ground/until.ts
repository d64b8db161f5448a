import type { ReadableAtom } from 'nanostores'

/** Waits until an atom's value satisfies a condition. */
export function until<T>($atom: ReadableAtom<T>, holds: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    if (holds($atom.get())) return resolve($atom.get())
    const stop = $atom.listen((value) => {
      if (!holds(value)) return
      stop()
      resolve(value)
    })
  })
}
