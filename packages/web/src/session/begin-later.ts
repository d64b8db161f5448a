import type { Session } from '@waypost/client'
import { afterFirstPage } from '../browser/clock.ts'

/** Loads a background part after the first page and starts it. Offline, it retries on the next connection. */
export function beginLater(session: Pick<Session, '$connection'>, fetchPart: () => Promise<() => () => void>): () => void {
  let ended = false
  let stop = () => {}

  function attempt(): void {
    fetchPart().then(
      (begin) => {
        if (!ended) stop = begin()
      },
      () => {
        if (!ended) stop = onConnected(attempt)
      },
    )
  }

  function onConnected(again: () => void): () => void {
    const end = session.$connection.listen((connection) => {
      if (connection !== 'connected') return
      end()
      again()
    })
    return end
  }

  attempt()
  return () => {
    ended = true
    stop()
  }
}

/** The same, but only once the first page is shown; see `afterFirstPage`. */
export function beginAfterFirstPage(
  session: Pick<Session, '$connection'>,
  fetchPart: () => Promise<() => () => void>,
  after?: number,
): () => void {
  let stop = () => {}
  const cancel = afterFirstPage(() => {
    stop = beginLater(session, fetchPart)
  }, after)
  return () => {
    cancel()
    stop()
  }
}
