import { canShare, fetchFile, share } from '../browser/app/share.ts'
import { sharing } from './en.ts'
import { showToast, type Toast } from './feedback/feedback.ts'
import { i18n } from './language.ts'

const messages = i18n('sharing', sharing)

/** In bytes. Chromium refuses more. */
const most = 50 * 2 ** 20

/** Whether this browser can share texts and links. */
export const sharesText = (): boolean => canShare({ text: 'a' })

/** Whether this browser can share a file with this name and type; some only allow certain types. */
export const sharesFile = (name: string, type: string): boolean => canShare({ files: [new File([], name, { type })] })

type Tell = (text: string, action?: Toast['action']) => void

const tellAside: Tell = (text, action) => showToast(text, action, { lasting: action !== undefined })

/** Opens the system's share sheet. Closing it doesn't count as a failure. */
export async function shareWith(data: ShareData, tell: Tell = tellAside): Promise<void> {
  if (/^(late|failed)$/.test(await share(data))) tell(messages.get().failed)
}

interface FileToShare {
  url: string
  name: string
  /** By default the one the server sends. */
  type?: string | undefined
  text?: string | undefined
}

/** Fetches a file of this server, and opens the system's share sheet with it. */
export async function shareFile({ url, name, type, text }: FileToShare, tell: Tell = tellAside): Promise<void> {
  const t = messages.get()
  const file = await fetchFile(url, name, type, most)
  if (typeof file === 'string') return tell(file === 'large' ? t.large : t.notFetched)
  const data = { files: [file], ...(text && { text }) }
  const done = await share(data)
  // Browsers forget the user gesture while a large file is being fetched.
  if (done === 'late') tell(t.ready, { label: t.share, run: () => void shareWith(data, tell) })
  else if (done === 'failed') tell(t.failed)
}
