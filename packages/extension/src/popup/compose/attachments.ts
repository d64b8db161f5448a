import type { Draft } from '@waypost/client'
import { addressLength, isLink, titleLength } from '@waypost/protocol'

interface AttachedPage {
  url: string
  title: string
}

export interface Attachments {
  page: AttachedPage | undefined
  files: readonly File[]
}

export const nothingAttached: Attachments = { page: undefined, files: [] }

/** The page of a tab as an attachment; undefined if it isn't a web page. */
export function attachedPage(
  tab: { url?: string | undefined; title?: string | undefined } | undefined,
): AttachedPage | undefined {
  const { url, title = '' } = tab ?? {}
  return isLink(url) && url.length <= addressLength ? { url, title: title.trim().slice(0, titleLength) } : undefined
}

/** What to send: a message, if it has any content, then the files, with the text as caption if there is no message. */
export function messagesOf(words: string, { page, files }: Attachments): { draft?: Draft; caption?: string } {
  const body = words.trim()
  if (page)
    return {
      draft: { url: page.url, ...(page.title && page.title !== page.url && { title: page.title }), ...(body && { body }) },
    }
  if (body === '') return {}
  return files.length > 0 ? { caption: body } : { draft: { body: words } }
}

/** Names an unnamed picture by the time it was made. */
export function nameOfPicture(kind: string, type: string, now: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${kind} ${day} ${two(now.getHours())}.${two(now.getMinutes())}.${two(now.getSeconds())}.${type.split('/')[1] ?? 'png'}`
}

/** The dropped or pasted files; pasted pictures, which all have the same name, get a new one. */
export function filesOf(data: Pick<DataTransfer, 'files'> | null, now: Date): readonly File[] {
  return [...(data?.files ?? [])].map((file) =>
    /^image\.\w+$/.test(file.name) ? new File([file], nameOfPicture('Picture', file.type, now), { type: file.type }) : file,
  )
}
