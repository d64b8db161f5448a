// Scripts that benchmarks run in a measured page to learn when something was painted. Polling from outside would cost frames.

/** Records in `shown` when the first message was painted, in milliseconds since the page was opened. */
export const noteFirstMessage = `
  globalThis.shown = undefined
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => { shown = performance.now() }
  const watching = new MutationObserver(() => {
    if (!document.querySelector('[role=feed] article')) return
    watching.disconnect()
    requestAnimationFrame(() => port2.postMessage(''))
  })
  watching.observe(document, { subtree: true, childList: true })
`

/** Records in `frames` how long each frame of more than 50 ms took; the browser reports no others. */
export const noteFrames = `
  const frames = (globalThis.frames = [])
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) frames.push(duration)
  }).observe({ type: 'long-animation-frame', buffered: true })
`

/** Records in `interactions` how long each interaction took until the next frame (Event Timing), from 16 ms on. */
export const noteInteractions = `
  const interactions = (globalThis.interactions = {})
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) interactions[interactionId] = Math.max(duration, interactions[interactionId] ?? 0)
  }).observe({ type: 'event', durationThreshold: 16 })
`

/** Records in `largest` when the largest element was painted (Largest Contentful Paint). See https://web.dev/articles/lcp. */
export const noteLargest = `
  globalThis.largest = 0
  new PerformanceObserver((list) => {
    largest = list.getEntries().at(-1)?.startTime ?? largest
  }).observe({ type: 'largest-contentful-paint', buffered: true })
`
