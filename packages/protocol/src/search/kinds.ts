import { splitLinks } from '../conversations/links-in-text.ts'

/** The kinds by which a search can filter pushes. */
export const searchKinds = ['pictures', 'links', 'files', 'lists', 'reminders'] as const
export type SearchKind = (typeof searchKinds)[number]

/** The fields of a push, or of its row, that decide its kind. */
interface Content {
  type?: string | undefined
  title?: string | null | undefined
  body?: string | null | undefined
  url?: string | null | undefined
  file_type?: string | null | undefined
  file_url?: string | null | undefined
  image_url?: string | null | undefined
  remind_at?: number | null | undefined
}

/**
 * Whether a push is of a kind; it may be of several. A picture does not count as a file; a link may be anywhere in the text. Takes time
 * that is linear in the text.
 */
export function isOfKind(push: Content, kind: SearchKind): boolean {
  switch (kind) {
    case 'pictures':
      return isPicture(push)
    case 'links':
      return push.type === 'link' || Boolean(push.url) || [push.title, push.body].some(hasLink)
    case 'files':
      return (push.type === 'file' || Boolean(push.file_url)) && !isPicture(push)
    case 'lists':
      return push.type === 'list'
    case 'reminders':
      return Boolean(push.remind_at)
  }
}

const isPicture = ({ image_url, file_type }: Content): boolean => Boolean(image_url) || file_type?.startsWith('image/') === true

const hasLink = (text: string | null | undefined): boolean => Boolean(text) && splitLinks(text ?? '').some(({ href }) => href)
