// Says where the upload of a held file stands after each event.

/** `held`: not begun, or to be tried again. `waiting`: for a server that is busy, so another file may be uploaded meanwhile. `released`: the file. */
export type State = 'held' | 'running' | 'waiting' | 'released'

/** `unneeded`: its push was discarded, or another window has uploaded the file. `stop`: it failed or was canceled. */
export type Event = 'start' | 'busy' | 'free' | 'uploaded' | 'stop' | 'unneeded'

export const after: Readonly<Record<State, Readonly<Record<Event, State>>>> = {
  held: { start: 'running', busy: 'held', free: 'held', uploaded: 'held', stop: 'held', unneeded: 'released' },
  running: { start: 'running', busy: 'waiting', free: 'running', uploaded: 'released', stop: 'held', unneeded: 'released' },
  waiting: { start: 'waiting', busy: 'waiting', free: 'running', uploaded: 'released', stop: 'held', unneeded: 'released' },
  released: {
    start: 'released',
    busy: 'released',
    free: 'released',
    uploaded: 'released',
    stop: 'released',
    unneeded: 'released',
  },
}
