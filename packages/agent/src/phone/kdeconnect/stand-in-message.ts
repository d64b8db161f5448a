/** A text message as the app sends it. */
export interface StandInMessage {
  _id: number
  thread_id: number
  addresses: { address: string }[]
  body: string
  /** In milliseconds. */
  date: number
  /** 1 inbox, 2 sent, 4 outbox, 5 failed. */
  type: number
  read: number
  sub_id: number
  event: number
  attachments?: { part_id: number; mime_type: string; encoded_thumbnail?: string; unique_identifier: string }[]
}
