import * as v from 'valibot'

/**
 * How the files of a connected device are asked for and answered: ephemerals, sealed like any other when a password is set. The file itself
 * arrives as a file push that carries the request's `guid`.
 */

export const remoteRequestTypes = ['remote_directory_request', 'remote_thumbnail_request', 'remote_file_request'] as const

/** What a device is asked for. `path` is one that the device itself gave, or `~`, its home. */
export const RemoteRequest = v.object({
  type: v.picklist(remoteRequestTypes),
  source_user_iden: v.string(),
  target_device_iden: v.string(),
  path: v.string(),
  guid: v.string(),
  /** Of a folder: the `cursor` of an earlier answer, to go on after it. */
  cursor: v.optional(v.string()),
  /** Of a folder: only what has this in its name, in any case. */
  filter: v.optional(v.string()),
})
export type RemoteRequest = v.InferOutput<typeof RemoteRequest>

/** A file or a folder. `size` is in bytes; a folder has none. A drive is where a file system of the device begins. */
export const RemoteFile = v.object({
  name: v.string(),
  path: v.string(),
  size: v.optional(v.number()),
  mime_type: v.optional(v.string()),
  is_directory: v.optional(v.boolean()),
  is_drive: v.optional(v.boolean()),
})
export type RemoteFile = v.InferOutput<typeof RemoteFile>

const answer = { source_device_iden: v.string(), guid: v.string(), path: v.string() }
/** One sentence, in place of what was asked for. */
const refused = { error: v.optional(v.string()) }

/** What is in a folder. Without a `parent_path` nothing is above it. */
export const RemoteDirectory = v.object({
  type: v.literal('remote_directory'),
  ...answer,
  parent_path: v.optional(v.string()),
  contents: v.optional(v.array(RemoteFile)),
  /** How many of the contents are left out, where there are more than fit into one answer. */
  left_out: v.optional(v.number()),
  /** Asks for the next ones; absent at the end, and from devices that send one answer for each folder. */
  cursor: v.optional(v.string()),
  /** How many there are in all, those of other answers included. */
  total: v.optional(v.number()),
  ...refused,
})
export type RemoteDirectory = v.InferOutput<typeof RemoteDirectory>

/** A small picture of a picture: a JPEG as base64. */
export const RemoteThumbnail = v.object({
  type: v.literal('remote_thumbnail'),
  ...answer,
  thumbnail: v.optional(v.string()),
  ...refused,
})
export type RemoteThumbnail = v.InferOutput<typeof RemoteThumbnail>

/** The device begins to send the file. */
export const RemoteFileConfirmed = v.object({ type: v.literal('remote_file_request_confirmed'), ...answer, ...refused })
export type RemoteFileConfirmed = v.InferOutput<typeof RemoteFileConfirmed>

/** Whatever a device says to a request. */
export const RemoteAnswer = v.variant('type', [RemoteDirectory, RemoteThumbnail, RemoteFileConfirmed])
export type RemoteAnswer = v.InferOutput<typeof RemoteAnswer>
