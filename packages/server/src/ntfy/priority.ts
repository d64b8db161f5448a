// Reads a priority: a number or a word.

import { NtfyRefusal } from './errors.ts'

const words: Record<string, number> = { min: 1, low: 2, default: 3, high: 4, max: 5, urgent: 5 }

/** Parses a priority; undefined for an empty text. @throws NtfyRefusal for anything else */
export function readPriority(text: string): number | undefined {
  const word = text.toLowerCase()
  if (word === '') return undefined
  const value = /^[1-5]$/.test(word) ? Number(word) : Object.hasOwn(words, word) ? words[word] : undefined
  if (value === undefined) throw new NtfyRefusal(40007)
  return value
}
