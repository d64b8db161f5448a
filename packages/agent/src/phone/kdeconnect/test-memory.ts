import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** For tests: the bytes of memory in use after garbage collection. */
export function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
