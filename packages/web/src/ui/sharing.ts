// Shares texts, links and files of this server with other apps, and says what went wrong.

import { canShare, fetchFile, share } from '../browser/app/share.ts'
import { sharing } from './en.ts'
import { showToast, type Toast } from './feedback/feedback.ts'
import { i18n } from './language.ts'

const messages = i18n('sharing', sharing)

/** Chromium refuses more, in bytes. */
const most = 50 * 2 ** 20

/** Whether this browser can share texts and links. */
export const sharesText = (): boolean => canShare({ text: 'a' })

/** Whether this browser can share a file with such a name and type; some allow only certain types. */
export const sharesFile = (name: string, type: string): boolean => canShare({ files: [new File([], name, { type })] })

/** Shows what went wrong, with an action if there is one. */
type Tell = (text: string, action?: Toast['action']) => void

const tellAside: Tell = (text, action) => showToast(text, action, { lasting: action !== undefined })

/** Opens the share sheet of the system. Closing it is no failure. */
export async function shareWith(data: ShareData, tell: Tell = tellAside): Promise<void> {
  if (/^(late|failed)$/.test(await share(data))) tell(messages.get().failed)
}

interface FileToShare {
  url: string
  name: string
  /** By default the one that the server serves it as. */
  type?: string | undefined
  /** Words that go with it. */
  text?: string | undefined
}

/** Fetches a file of this server, and opens the share sheet of the system with it. */
export async function shareFile({ url, name, type, text }: FileToShare, tell: Tell = tellAside): Promise<void> {
  const t = messages.get()
  const file = await fetchFile(url, name, type, most)
  if (typeof file === 'string') return tell(file === 'large' ? t.large : t.notFetched)
  const data = { files: [file], ...(text && { text }) }
  const done = await share(data)
  // Browsers forget the press while a large file is on its way.
  if (done === 'late') tell(t.ready, { label: t.share, run: () => void shareWith(data, tell) })
  else if (done === 'failed') tell(t.failed)
}
