import { count } from '../words/fill.ts'

export const liveRegions = { log: 'New messages' }

export const announceCount = { results: count({ one: '{count} result', other: '{count} results' }) }
