// Declares what a notification says and does, the same for windows, service workers and extensions of browsers.

/** What a notification says and does. It is kept with the notification, so it is plain data. */
export interface Notice {
  /** A notification replaces an earlier one with the same tag; those of one conversation share it. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  image?: string | undefined
  actions?: readonly NoticeAction[]
  /** It makes no sound, also the first time. */
  silent?: true
  data: NoticeData
}

export interface NoticeAction {
  /** `sender <index>` is one of `acts`, `phone <index>` one of the `triggers` of a notification of a phone. */
  action: 'open' | 'copy' | 'reply' | 'dismiss' | `sender ${number}` | `phone ${number}`
  title: string
  /** It has a field for a text, where the browser can. */
  type?: 'text'
  placeholder?: string
}

/** What can be done with a notification of a phone: ephemerals that are sent to it. */
export interface PhoneActs {
  /** The key of the notification in the list of what phones show. */
  key: string
  /** The reply, without its text. */
  answer?: Record<string, unknown>
  triggers: readonly { label: string; sends: Record<string, unknown> }[]
  /** A reply that could not be sent. */
  unsent?: string
}

/** An action that the sender of a message gave it: opens an address, copies a text, or is pressed at the server, by its id. */
export interface SenderAction {
  label: string
  /** Whether a press dismisses the message. */
  clear?: true
  opens?: string
  copies?: string
  presses?: string
}

/** What the actions of a message need. */
export interface MessageData {
  /** The push, or another name of the message that is not shown twice. */
  iden?: string
  /** What 'Open' opens. */
  address?: string
  /** What 'Copy' copies. */
  text?: string
  /** The text is longer than this. */
  cut?: true
  /** The address that a press on the notification opens, in place of the conversation. */
  leadsTo?: string
  /** What the sender updates it by: it takes the place of a message of the same conversation with the same one. */
  update?: string
  /** The notification stays until it is pressed or closed. */
  stays?: true
  acts?: readonly SenderAction[]
  phone?: PhoneActs
}

export interface NoticeData extends MessageData {
  /** The hash of the place in the app that a press opens, e.g. `#people/ana@example.org`. */
  place: string
  /** The ephemeral that is sent when the person closes the notification. */
  dismissal?: Record<string, unknown>
  /** The title when several messages of the conversation are shown together; alone, a message has a title of its own. */
  together?: string
}
