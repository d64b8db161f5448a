import { Refusal } from '@waypost/protocol'
import { checkJsonSize, parseJson } from '../http/reading/json.ts'

/** Parses any JSON. @throws Refusal `invalid_request` for anything else, and for more values or levels than a request may have */
export function parsePayload(text: string): unknown {
  checkJsonSize(text)
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Refusal('invalid_request', 'The payload is not JSON.', { cause })
  }
}
