import { isBlank } from '@waypost/protocol'
import { Parser } from 'htmlparser2'

const maxMarkup = 20_000
/** Deeper nesting has nothing worth reading, and would take long. */
const maxDepth = 500

const blocks = new Set(
  'p div br hr li ul ol dl dt dd h1 h2 h3 h4 h5 h6 tr td th table blockquote pre section article header footer figure figcaption'.split(
    ' ',
  ),
)
/** Whether an element separates the text before it from the text after it. */
export const isBlock = (name: string) => blocks.has(name)

const hidden = new Set(['script', 'style', 'template', 'noscript', 'iframe'])
/** Void elements; in a title, they still count as markup. */
const empty = new Set(['br', 'hr', 'img', 'wbr'])

/** The visible text of some HTML, on one line. It must still be escaped before it is inserted into HTML. */
export function plainText(html: string): string {
  let text = ''
  let within = 0
  let depth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (++depth > maxDepth) throw new TooDeep()
      if (hidden.has(name)) within++
      if (within > 0 || isBlock(name)) text += ' '
    },
    onclosetag(name) {
      depth--
      if (hidden.has(name)) within--
      if (isBlock(name)) text += ' '
    },
    ontext(part) {
      if (within === 0) text += part
    },
    oncomment() {
      text += ' '
    },
  })
  try {
    parser.end(html.slice(0, maxMarkup))
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
  }
  return inOneLine(text)
}

class TooDeep extends Error {}

/** The text of a title that may or may not be HTML. A tag without an end tag is text, as in "Why <details> beats <div>". */
export function titleText(title: string): string {
  const written = title.slice(0, maxMarkup)
  const closed = new Set(Array.from(written.matchAll(/<\/([a-z][a-z0-9]*)\s*>/gi), ([, name]) => name?.toLowerCase()))
  const isTag = (name: string) => empty.has(name.toLowerCase()) || closed.has(name.toLowerCase())
  const escaped = written.replace(/<!--[\s\S]*?(?:-->|$)|<\/?([a-z][a-z0-9]*)(?=[\s/>])|</gi, (sign, name?: string) =>
    sign.startsWith('<!--') || (name !== undefined && isTag(name)) ? sign : `&lt;${sign.slice(1)}`,
  )
  return plainText(escaped)
}

/** Replaces the HTML entities in a text, and changes nothing else. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  let found = ''
  const parser = new Parser({ ontext: (part) => (found += part) })
  parser.end(text.replaceAll('<', '&lt;'))
  return found
}

/** Removes line breaks and control characters from a text; empty if nothing visible is left. */
export function inOneLine(text: string): string {
  const line = text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed()
  return isBlank(line) ? '' : line
}

/** Removes CDATA marks from a text: some programs wrap it twice, or escape the marks. */
export const unwrapped = (text: string): string =>
  text.includes('<![CDATA[') ? text.replaceAll('<![CDATA[', '').replace(/\]\](>|\s*$)/g, '') : text

/** Replaces the entities in an address as in an attribute: unescaped `&copy=1` and `&region=2` are parameters there. */
export function decodedAddress(address: string): string {
  return decoded(address.replace(/&(?=[a-z][a-z0-9]*(?![a-z0-9;]))/gi, '&amp;'))
}
