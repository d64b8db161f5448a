import { Refusal } from '@waypost/protocol'
import { charsetIn, charsetOf, textIn } from '../http/reading/charset.ts'
import { readMultipart } from '../http/reading/multipart.ts'
import { grouped, readPairs } from '../http/reading/pairs.ts'

/** The content of a webhook: a payload in JSON, or a text that is the message itself. */
export type Brought = { payload: string } | { text: string }

/**
 * Parses a body by its content, because programs send JSON under all kinds of media types; if the body is empty, the query's fields are
 * used. A form has its payload in a field of that name, or is itself the payload.
 * @throws Refusal `invalid_request` for a broken body, and if there is no payload
 */
export function readBrought(body: Buffer, label: string, query: Readonly<Record<string, unknown>>): Brought {
  const charset = charsetOf(body, charsetIn(label))
  if (/^multipart\/form-data\b/i.test(label)) return ofForm(grouped(readMultipart(body, label, charset)))
  const text = textIn(body, charset).trim()
  if (text === '') {
    if (Object.keys(query).length === 0) throw new Refusal('invalid_request', 'The request contains nothing to send.')
    return ofForm(query)
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(label) && /^[\w.%+-]{1,200}=/.test(text))
    return ofForm(grouped(readPairs(body.toString('latin1').trim(), charset)))
  const isJson = /^[^;]*[/+]json\b/i.test(label) || text.startsWith('{') || text.startsWith('[')
  return isJson ? { payload: text } : { text }
}

function ofForm(fields: Readonly<Record<string, unknown>>): Brought {
  const { payload } = fields
  return { payload: typeof payload === 'string' && /^\s*[{[]/.test(payload) ? payload.trim() : JSON.stringify(fields) }
}
