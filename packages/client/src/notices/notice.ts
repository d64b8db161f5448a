// Declares the notice, shared by windows, service workers and browser extensions.

/** What a notification says and does. It is stored with the notification, so it is plain data. */
export interface Notice {
  /** A notification replaces an earlier one with the same tag; a conversation has one tag. */
  tag: string
  title: string
  body: string
  icon?: string | undefined
  image?: string | undefined
  actions?: readonly NoticeAction[]
  /** It makes no sound, not even the first time. */
  silent?: true
  data: NoticeData
}

export interface NoticeAction {
  /** `sender <index>` is one of `acts`, `phone <index>` one of the `triggers` of a notification of a phone. */
  action: 'open' | 'copy' | 'reply' | 'dismiss' | `sender ${number}` | `phone ${number}`
  title: string
  /** It has a text field, if the browser supports one. */
  type?: 'text'
  placeholder?: string
}

/** The actions on a phone's notification: ephemerals that are sent to it. */
export interface PhoneActs {
  /** The key of the notification in the list of phone notifications. */
  key: string
  /** The reply without its text. */
  answer?: Record<string, unknown>
  triggers: readonly { label: string; sends: Record<string, unknown> }[]
  /** A reply that could not be sent. */
  unsent?: string
}

/** An action of a message: opens an address, copies a text, or is pressed at the server by its id. */
export interface SenderAction {
  label: string
  /** Whether a press dismisses the message. */
  clear?: true
  opens?: string
  copies?: string
  presses?: string
}

/** The data that the actions of a message need. */
export interface MessageData {
  /** The push, or another id by which the message is shown only once. */
  iden?: string
  /** The address behind 'Open'. */
  address?: string
  /** The text behind 'Copy'. */
  text?: string
  /** The text was cut. */
  cut?: true
  /** The address that a click on the notification opens, instead of the conversation. */
  leadsTo?: string
  /** The sender's update id: the message replaces an earlier one of the conversation with the same id. */
  update?: string
  /** The notification stays until it is clicked or closed. */
  stays?: true
  acts?: readonly SenderAction[]
  phone?: PhoneActs
}

export interface NoticeData extends MessageData {
  /** The hash of the place in the app that a click opens, e.g. `#people/ana@example.org`. */
  place: string
  /** The ephemeral that is sent when the person closes the notification. */
  dismissal?: Record<string, unknown>
  /** The title when several messages of the conversation are shown together; a single message has its own title. */
  together?: string
}
