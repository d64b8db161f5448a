import { Component, type ReactNode, Suspense } from 'react'
import { lazily } from '../../ui/lazily.tsx'
import type { SendReport } from './ErrorPage.tsx'

const ErrorPage = lazily(() => import('./ErrorPage.tsx').then((module) => module.ErrorPage), { page: true, soon: true })

interface ErrorGuardProps {
  children: ReactNode
  onReport: SendReport
}

/** Shows the error page after an unhandled error. */
export class ErrorGuard extends Component<ErrorGuardProps, { error?: { cause: unknown } }> {
  override state: { error?: { cause: unknown } } = {}
  #stop = () => {}

  static getDerivedStateFromError(cause: unknown) {
    return { error: { cause } }
  }

  override componentDidCatch(cause: unknown): void {
    tellUnhandled(cause)
  }

  override componentDidMount(): void {
    this.#stop = onUnhandled((cause) => this.setState((before) => (before.error ? null : { error: { cause } })))
  }

  override componentWillUnmount(): void {
    this.#stop()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <Suspense fallback={null}>
        <ErrorPage error={error.cause} onReport={this.props.onReport} />
      </Suspense>
    )
  }
}

type Listener = (error: unknown) => void

const listeners = new Set<Listener>()

/** Calls back on every unhandled error, e.g. to log it. Returns a function that stops. */
export function onUnhandled(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellUnhandled(error: unknown): void {
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

/** Whether an error isn't from a browser extension. */
const isOurs = (file: string): boolean => !/^[a-z-]*extension:/.test(file)
