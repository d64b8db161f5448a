import type { Session } from '@waypost/client'
import { afterFirstPage } from '../browser/clock.ts'

/**
 * Fetches a background part of the program after the first page and starts it. While the network is down the fetch fails; it is tried again
 * at the next connection.
 * @returns stops it
 */
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

/** The same once the first page is shown, see `afterFirstPage`. */
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
