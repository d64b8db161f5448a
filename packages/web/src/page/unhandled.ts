/** Errors that nobody caught, wherever they came from. */

type Listener = (error: unknown) => void

const listeners = new Set<Listener>()

/** Is told of every unhandled error, e.g. to count them. The answer stops it. */
export function onUnhandled(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellUnhandled(error: unknown): void {
  for (const listener of listeners) listener(error)
}

/** Listens for what the browser finds uncaught. The answer stops it. */
export function watchUnhandled(): () => void {
  const onError = (event: ErrorEvent) => {
    // Without an error object it is another site's script, or a remark like that of a resize observer.
    if (event.error !== null && event.error !== undefined && isOurs(event.filename)) tellUnhandled(event.error)
  }
  const onRejection = (event: PromiseRejectionEvent) => {
    if (!(event.reason instanceof DOMException && event.reason.name === 'AbortError')) tellUnhandled(event.reason)
  }
  addEventListener('error', onError)
  addEventListener('unhandledrejection', onRejection)
  return () => {
    removeEventListener('error', onError)
    removeEventListener('unhandledrejection', onRejection)
  }
}

/** Extensions put scripts of their own into pages; their faults are not ours. */
const isOurs = (file: string): boolean => !/^[a-z-]*extension:/.test(file)
