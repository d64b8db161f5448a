// Shows a number on the icon of the installed app. Windows and the service worker use it.

/** Shows a number on the icon of the installed app, or removes it for 0. It does nothing where the browser has no badges. */
export function showBadge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  // Where the app is not installed, some browsers reject.
  done?.catch(() => {})
}
