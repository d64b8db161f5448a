import { isLink, splitLinks } from '@waypost/client/words/short-links'

interface ShareFields {
  title: string
  body: string
  /** A link, or empty. */
  url: string
}

/** The fields as apps fill them: some put the link into the text, and the text or the file name into the title. */
interface Given {
  title: string
  text: string
  url: string
  files: readonly { name: string }[]
}

/** The fields of a message for a share. A link at either end of the text, or alone in it, becomes the message's link. */
export function shareFields({ title, text, url, files }: Given): ShareFields {
  const named = isLink(url.trim()) ? url.trim() : undefined
  // Anything but a link is text, and is never opened.
  const words = [text.trim(), named === undefined ? url.trim() : ''].filter(Boolean).join('\n')
  const link = named ?? loneLink(words)
  const rest = link === undefined ? words : without(words, link)
  const heading = title.trim()
  const says = heading !== '' && !(link === undefined && repeats(heading, files))
  return { title: says ? heading : '', body: rest === heading ? '' : rest, url: link ?? '' }
}

/** The only link of a text, if removing it loses nothing because it is at the start or the end. */
function loneLink(text: string): string | undefined {
  const links = splitLinks(text).flatMap(({ href }) => href ?? [])
  const [link] = links
  return link !== undefined && links.length === 1 && (text.startsWith(link) || text.endsWith(link)) ? link : undefined
}

function without(text: string, link: string): string {
  if (text.endsWith(link)) return text.slice(0, -link.length).trim()
  return text.startsWith(link) ? text.slice(link.length).trim() : text
}

/** Whether a title is only a file name, with or without its extension. */
const repeats = (title: string, files: Given['files']): boolean =>
  files.some(({ name }) => name === title || name.replace(/\.[^.]+$/, '') === title)
