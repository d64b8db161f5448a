// Declares how the companion shows notifications on the desktop; each platform has its own implementation.

/** A notification on the desktop. Its texts may come from strangers. */
export interface Note {
  /** Identifies the notification; a new one with the same key replaces it. */
  key: string
  title: string
  body: string
  /** The http(s) address that a click opens. */
  address?: string
  actions?: readonly NoteAction[]
  /** The label of its reply field, on desktops that support one. */
  reply?: string
  /** `low` makes no sound, `high` stays until it is closed, where the platform can. */
  urgency?: 'low' | 'high'
}

export interface NoteAction {
  key: string
  label: string
}

/** How the user ended a notification: by a click, an action, an answer, or by closing it. */
export type EndedNote = { key: string } & (
  | { by: 'click' }
  | { by: 'close' }
  | { by: 'action'; action: string }
  | { by: 'reply'; text: string }
)

/** Shows notifications on this machine. */
export interface Notifier {
  show(note: Note): Promise<void>
  /** Closes a notification if the platform can. Does nothing if it isn't on screen. */
  close(key: string): Promise<void>
  /** Calls the listener when the user ends a notification. Not every platform reports that. Expiring doesn't count. */
  onEnd(listener: (note: EndedNote) => void): () => void
  /** Notifications on screen stay. */
  end(): Promise<void>
}

/** The name under which this program shows notifications. */
export const appName = 'Waypost'
