/** Shows a number on the icon of the installed app, or removes it for 0. It does nothing where the browser has no badges. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())
  } catch {
    // Some browsers refuse where the app is not installed.
  }
}
