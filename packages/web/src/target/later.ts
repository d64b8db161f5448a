import type { Session } from '@waypost/client'

/**
 * Begins a part of the program that works in the background and is fetched after the first page. Without a network it does not arrive; it
 * is fetched again with the next connection, and the page goes on without it.
 * @returns how to end it
 */
export function beginLater(session: Session, fetchPart: () => Promise<() => () => void>): () => void {
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
