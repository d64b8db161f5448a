/** What was asked for is not to be had. The message goes to whoever asked: one sentence. */
export class RemoteFileError extends Error {
  override readonly name = 'RemoteFileError'
}

/** One sentence for all that is no shared file or folder, so that nobody learns what else there is on this machine. */
export const notFoundMessage = 'There is no such file or folder here.'

/** A folder was asked for as a file, or the other way round. */
export const isFolderMessage = 'This is a folder. Open it to see what is in it.'
export const isFileMessage = 'This is a file, not a folder.'

const sentences: Record<string, string> = {
  EACCES: 'The device may not read this.',
  EPERM: 'The device may not read this.',
  EMFILE: 'The device has too many files open. Try again in a moment.',
  ENFILE: 'The device has too many files open. Try again in a moment.',
  EIO: 'The device cannot read this: its disk has a fault.',
}

/** What the file system said, in a sentence for whoever asked. Anything else is a mistake of ours, and is thrown on. */
export function toRemoteFileError(error: unknown): RemoteFileError {
  if (error instanceof RemoteFileError) return error
  const { code } = error as NodeJS.ErrnoException
  if (!code?.startsWith('E') || code.startsWith('ERR_')) throw error
  return new RemoteFileError(sentences[code] ?? notFoundMessage, { cause: error })
}
