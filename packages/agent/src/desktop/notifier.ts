/** What a person is shown in the corner of the screen. All of it may be anyone's words. */
export interface Note {
  /** What it is about; another note with the same key takes its place. */
  key: string
  title: string
  body: string
  /** What opens when it is clicked: an http(s) address. */
  address?: string
  actions?: readonly NoteAction[]
}

export interface NoteAction {
  key: string
  label: string
}

/** How a person got rid of a note: by a click on it, by one of its actions, or by closing it. */
export type EndedNote = { key: string } & ({ by: 'click' } | { by: 'close' } | { by: 'action'; action: string })

/** Where this machine shows notes. */
export interface Notifier {
  show(note: Note): Promise<void>
  /** Takes a note away, where this machine can; one that is not shown is none. */
  close(key: string): Promise<void>
  /** A person got rid of a note. Not told where the machine does not say so, nor of those that only went out of sight. */
  onEnd(listener: (note: EndedNote) => void): () => void
  /** Ends it; notes that are shown stay. */
  end(): Promise<void>
}

/** What programs are told that this one is called. */
export const appName = 'Waypost'
