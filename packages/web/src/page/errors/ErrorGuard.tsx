// Replaces the app with the error page after an unhandled error.

import { Component, type ReactNode } from 'react'
import { ErrorPage, type SendReport } from './ErrorPage.tsx'
import { onUnhandled, tellUnhandled } from './unhandled.ts'

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
    return error ? <ErrorPage error={error.cause} onReport={this.props.onReport} /> : this.props.children
  }
}
