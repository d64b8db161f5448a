import { Refusal } from '@waypost/protocol'
import { JsonText } from './response.ts'

/** The maximum nesting of objects and lists in data that is stored or relayed unchanged. */
export const storedDepth = 100

/**
 * Serializes any JSON value from a client, to be stored or relayed unchanged.
 * @throws Refusal naming `param` if it is nested too deeply, `request_too_large` past `maxBytes` bytes
 */
export function untrustedText(param: string, value: unknown, maxBytes: number): string {
  const isDeep = value instanceof JsonText ? value.levels > storedDepth : !isShallow(value, storedDepth)
  if (isDeep) throw Refusal.param(param, `${param}: at most ${storedDepth} levels`)
  const text = value instanceof JsonText ? value.text : JSON.stringify(value)
  if (Buffer.byteLength(text) > maxBytes)
    throw new Refusal('request_too_large', `${param}: at most ${maxBytes.toLocaleString('en-US')} bytes`)
  return text
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  return Object.values(value).every((inner) => isShallow(inner, levels - 1))
}
