// Reads the fields of large bodies, inside the thread.

import { Refusal, type RefusalCode } from '@waypost/protocol'
import * as v from 'valibot'
import { readFields } from './body.ts'

export interface LargeBody {
  body: Uint8Array
  label: string
}

interface LargeField {
  name: string
  /** The JSON of an object; a list without its items; anything else unchanged. */
  value: unknown
  /** The nesting depth of an object, 1 without inner objects and lists; 0 for anything else. */
  levels: number
}

export interface LargeAnswer {
  fields: LargeField[]
  refusal?: { code: RefusalCode; message: string; param?: string; missing?: boolean }
}

/** No call that takes a large body has a list among its fields. */
const noLists = { takes: v.object({}) }

/** Reads the fields of a large body. */
export function largeFieldsOf({ body, label }: LargeBody): LargeAnswer {
  try {
    const fields = readFields(noLists, Buffer.from(body.buffer, body.byteOffset, body.byteLength), label)
    return { fields: Object.entries(fields).map(fieldOf) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { code, message, param, missing } = error
    return { fields: [], refusal: { code, message, missing, ...(param !== undefined && { param }) } }
  }
}

function fieldOf([name, value]: [string, unknown]): LargeField {
  if (Array.isArray(value)) return { name, value: [], levels: 0 }
  if (typeof value !== 'object' || value === null) return { name, value, levels: 0 }
  return { name, value: JSON.stringify(value), levels: levelsOf(value) }
}

/** The nesting depth of objects and lists, which `readFields` has limited. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let most = 0
  for (const inner of Object.values(value)) most = Math.max(most, levelsOf(inner))
  return most + 1
}
