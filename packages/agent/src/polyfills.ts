// Polyfills that the companion needs on Node.js 20. Only the bundle needs them: the project itself runs on its own Node.js.

import { WebSocket } from 'ws'

interface Global {
  WebSocket?: unknown
}

interface Additions<T> {
  promise: Promise<T>
  resolve(value: T | PromiseLike<T>): void
  reject(reason?: unknown): void
}

;(globalThis as Global).WebSocket ??= WebSocket

Promise.withResolvers ??= function withResolvers<T>(): Additions<T> {
  let settle: Omit<Additions<T>, 'promise'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...(settle as unknown as Omit<Additions<T>, 'promise'>) }
}

Map.groupBy ??= function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V, index: number) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>()
  let index = 0
  for (const value of values) {
    const key = keyOf(value, index++)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
