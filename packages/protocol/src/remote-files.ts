import * as v from 'valibot'
import { seconds } from './wire/field.ts'

/**
 * Requests for the files of a connected device, and its responses: ephemerals, encrypted if a password is set. The file itself arrives as a
 * file push with the `guid` of the request.
 */

export const remoteRequestTypes = ['remote_directory_request', 'remote_thumbnail_request', 'remote_file_request'] as const

/** A request to a device. `path` is one that the device has sent, or `~`, its home folder. */
export const RemoteRequest = v.object({
  type: v.picklist(remoteRequestTypes),
  source_user_iden: v.string(),
  target_device_iden: v.string(),
  path: v.string(),
  guid: v.string(),
  /** For a folder: the `cursor` of an earlier response, to continue after it. */
  cursor: v.optional(v.string()),
  /** For a folder: lists only files whose names contain this, ignoring case. */
  filter: v.optional(v.string()),
})
export type RemoteRequest = v.InferOutput<typeof RemoteRequest>

/**
 * A file or a folder. `size` is in bytes, `modified` in seconds since 1970; a folder has neither. A drive is the root of a file system of
 * the device.
 */
export const RemoteFile = v.object({
  name: v.string(),
  path: v.string(),
  size: v.optional(v.number()),
  modified: v.optional(seconds),
  mime_type: v.optional(v.string()),
  is_directory: v.optional(v.boolean()),
  is_drive: v.optional(v.boolean()),
})
export type RemoteFile = v.InferOutput<typeof RemoteFile>

const answer = { source_device_iden: v.string(), guid: v.string(), path: v.string() }
/** One sentence, instead of the requested data. */
const refused = { error: v.optional(v.string()) }

/** The content of a folder. Without `parent_path` it has no parent. */
export const RemoteDirectory = v.object({
  type: v.literal('remote_directory'),
  ...answer,
  parent_path: v.optional(v.string()),
  contents: v.optional(v.array(RemoteFile)),
  /** How many files did not fit into one response. */
  left_out: v.optional(v.number()),
  /** Requests the next files; absent at the end, and from devices that send each folder in one response. */
  cursor: v.optional(v.string()),
  /** Including the files of other responses. */
  total: v.optional(v.number()),
  ...refused,
})
export type RemoteDirectory = v.InferOutput<typeof RemoteDirectory>

/** A thumbnail: a JPEG as base64. */
export const RemoteThumbnail = v.object({
  type: v.literal('remote_thumbnail'),
  ...answer,
  thumbnail: v.optional(v.string()),
  ...refused,
})
export type RemoteThumbnail = v.InferOutput<typeof RemoteThumbnail>

/** The device starts sending the file. */
export const RemoteFileConfirmed = v.object({ type: v.literal('remote_file_request_confirmed'), ...answer, ...refused })
export type RemoteFileConfirmed = v.InferOutput<typeof RemoteFileConfirmed>

/** Any response of a device. */
export const RemoteAnswer = v.variant('type', [RemoteDirectory, RemoteThumbnail, RemoteFileConfirmed])
export type RemoteAnswer = v.InferOutput<typeof RemoteAnswer>
