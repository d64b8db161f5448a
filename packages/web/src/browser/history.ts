// Tells whether the last navigation was Back or Forward.

/** Whether the last navigation was Back or Forward. */
let stepped = false

/** Whether the last navigation was Back or Forward rather than a link. */
export const steppedThroughHistory = (): boolean => stepped

/** Starts to tell Back and Forward from new entries, by marking every entry once it was visited. */
export function watchHistory(): void {
  const mark = () => history.replaceState({ visited: true }, '')
  addEventListener('popstate', () => {
    stepped = history.state?.visited === true
    if (!stepped) mark()
  })
  addEventListener('pushState', () => {
    stepped = false
    mark()
  })
  addEventListener('replaceState', () => {
    if (!history.state?.visited) mark()
  })
  if (!history.state?.visited) mark()
}
