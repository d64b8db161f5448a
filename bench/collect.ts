// Collects the garbage of the measured program it is loaded into, or reports its event-loop delay, on request.

import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Started on the first request, so that it doesn't affect other figures. */
let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

process.on('message', async (message) => {
  if (message === 'delay') {
    process.send?.({ p99: (delay?.percentile(99) ?? 0) / 1e6 })
    delay?.reset()
    delay ??= monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    return
  }
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.send?.('collected')
})
// Listening must not keep the program alive.
process.channel?.unref()
