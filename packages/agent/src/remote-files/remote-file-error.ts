/** A request that cannot be served. The message is sent to the other device: one sentence. */
export class RemoteFileError extends Error {
  override readonly name = 'RemoteFileError'
}

/** The same answer for everything that is not shared, so that nothing else on this machine is revealed. */
export const notFoundMessage = 'There is no such file or folder here.'

/** A folder was requested as a file, or the other way around. */
export const isFolderMessage = 'This is a folder. Open it to see what is in it.'
export const isFileMessage = 'This is a file, not a folder.'

const sentences: Record<string, string> = {
  EACCES: 'The device may not read this.',
  EPERM: 'The device may not read this.',
  EMFILE: 'The device has too many files open. Try again in a moment.',
  ENFILE: 'The device has too many files open. Try again in a moment.',
  EIO: 'The device cannot read this: its disk has a fault.',
}

/** Converts an error of the file system. Other errors are bugs, and thrown again. */
export function toRemoteFileError(error: unknown): RemoteFileError {
  if (error instanceof RemoteFileError) return error
  const { code } = error as NodeJS.ErrnoException
  if (!code?.startsWith('E') || code.startsWith('ERR_')) throw error
  return new RemoteFileError(sentences[code] ?? notFoundMessage, { cause: error })
}
