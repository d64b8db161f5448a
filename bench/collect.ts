/** Loaded into a program under measurement: collects its garbage when it is told to, and says when that is done. */
process.on('message', async () => {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  process.send?.('collected')
})
// Listening alone must not keep a program alive.
process.channel?.unref()
