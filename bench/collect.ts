import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Watched from the first time that it is asked for, so that no other figure pays for it. */
let delay: ReturnType<typeof monitorEventLoopDelay> | undefined

/** Loaded into a program under measurement: collects its garbage when it is told to, or says how long its event loop was held up. */
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
// Listening alone must not keep a program alive.
process.channel?.unref()
