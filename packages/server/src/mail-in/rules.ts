import { priorities } from '@waypost/protocol'
import type { ParsedMail } from 'mailparser'

/** The token in `NAME+TOKEN@host`; undefined if absent. In lower case, because some mail servers convert addresses. */
export function tokenOf(address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@'))
  const token = local.slice(local.lastIndexOf('+') + 1).toLowerCase()
  return local.includes('+') && /^tk_[a-z0-9]{29}$/.test(token) ? token : undefined
}

/** The text of an email and its sender. */
export function bodyOf({ text, html, from }: Pick<ParsedMail, 'text' | 'html' | 'from'>): string {
  const said = (text ?? (html ? withoutMarkup(html) : '')).trim()
  const sender = from?.text.trim()
  return [said, sender ? `— ${sender}` : ''].filter((part) => part !== '').join('\n\n')
}

/** UTF-16 units inspected of HTML without a plain text version. */
const looked = 200_000

/** The approximate text of HTML that was too long for the parser. */
function withoutMarkup(html: string): string {
  let text = ''
  let isTag = false
  for (const character of html.slice(0, looked)) {
    if (character === '<') isTag = true
    else if (character === '>') isTag = false
    else if (!isTag) text += character
  }
  return text.replaceAll(/\s+/g, ' ')
}

/** The priority that the sender's program set, from the headers in common use (RFC 4021, 2.1.54 and 3.1). */
export function priorityOf({ headers }: Pick<ParsedMail, 'headers'>): number | undefined {
  const priority = headers.get('priority') ?? headers.get('importance') ?? headers.get('x-priority')
  if (typeof priority !== 'string') return undefined
  if (/^(?:high|urgent|[12]\b)/i.test(priority)) return priorities.high
  return /^(?:low|non-urgent|[45]\b)/i.test(priority) ? priorities.low : undefined
}
