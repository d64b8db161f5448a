// Describes the fields of what phones, other devices and the server publish besides calls.

/** By name, like `descriptions`. */
export const publishedDescriptions: Record<string, string> = {
  // SMS of a phone.
  'PhoneThread.id': 'Id of the conversation on the phone.',
  'ThreadMessage.id': 'Id of the message: digits, unique on the phone.',
  'ThreadMessage.type': '`sms` or `mms`.',
  'ThreadMessage.timestamp': 'When the message was sent or received, in seconds since 1970.',
  'ThreadMessage.direction': '`outgoing` from the phone, or `incoming`.',
  'ThreadMessage.guid': 'The guid of the text that the message was sent as, unless it was written on the phone.',
  'ThreadMessage.status': 'Status of an outgoing message, as reported by the phone.',
  recipients: 'The people in the conversation.',
  latest: 'The newest message.',
  recipient_index: 'Index of the recipient who wrote the message, from 0.',
  image_urls: 'URLs of the pictures.',
  'ThreadRecipient.address': 'The number as displayed.',
  number: 'Phone number.',
  thumbnail: 'A small JPEG as base64.',
  phone: 'Phone number.',
  phone_type: 'mobile, home, work and others.',
  phonebook: 'The contacts of the phone.',
  threads: 'Conversations, latest first.',
  thread: 'Messages of a conversation, newest first.',
  notifications: 'The new messages to notify about.',
  thread_id: 'Id of the conversation. Without it, conversations are requested.',
  after: 'The `id` of the last known item. Without it, the response starts with the newest.',
  source_user_iden: 'The account that sends it.',

  // Files of a device.
  path: 'Path as named by the device; `~` is the home folder.',
  filter: 'For a folder: only files whose names contain this, ignoring case.',
  'RemoteFile.modified': 'When the file was last changed, in seconds since 1970.',
  mime_type: 'Media type of the file.',
  is_directory: 'Whether it is a folder.',
  is_drive: 'Whether it is the root of a file system.',
  parent_path: 'Path of the parent folder; absent if there is none.',
  contents: 'The files in the folder.',
  left_out: 'Number of files that are left out because they do not fit into one response.',
  total: 'Number of files, including those in other responses.',

  // The live stream, and Web Push.
  'ServerFrameTickle.subtype': 'What has changed: `push`, `device` and others.',
  'ServerFrameTickle.after': 'With `delta=1`: the newest `modified` before the change.',
  'ServerFramePush.push': 'The message that a program sent with `createEphemeral`.',
  user_iden: 'The account that the message is for.',
  'WebPushMessagePush.target': 'What the push comes from: a person, a channel, an app or a device.',
  cut: 'Whether the title or the body is longer than what is here.',
  closes: 'Pushes whose notifications are to be closed as well.',

  // Downloads of the server.
  'CompanionDownload.version': 'Version of the companion.',
  'CompanionDownload.files': 'The files of the companion, with size in bytes and SHA-256 digest.',
}
