// Lets `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll`, for which the configuration has a setting. It is loaded before every
// test file.

import { vi } from 'vitest'
import { patience } from './patience.ts'

type Options = Parameters<typeof vi.waitFor>[1]

/** The options of a wait, with the default limit if they have none. */
const patient = (options: Options) =>
  typeof options === 'number' ? options : { ...options, timeout: options?.timeout ?? patience.wait }

// One process runs many files, with this file before each: the wrappers must not nest.
const kept = globalThis as { waits?: Pick<typeof vi, 'waitFor' | 'waitUntil'> }
kept.waits ??= { waitFor: vi.waitFor, waitUntil: vi.waitUntil }
const { waitFor, waitUntil } = kept.waits
vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
