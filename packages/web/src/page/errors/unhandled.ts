// Collects the unhandled errors of the page, and passes them to listeners.

type Listener = (error: unknown) => void

const listeners = new Set<Listener>()

/** Calls back on every unhandled error, e.g. to log it. Returns a function that stops. */
export function onUnhandled(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellUnhandled(error: unknown): void {
  for (const listener of listeners) listener(error)
}

/** Starts to listen for uncaught errors and rejections. Returns a function that stops. */
export function watchUnhandled(): () => void {
  const onError = (event: ErrorEvent) => {
    // Events without an error object are from other sites' scripts, or notices like those of ResizeObserver.
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

/** Whether an error is from a browser extension. */
const isOurs = (file: string): boolean => !/^[a-z-]*extension:/.test(file)
