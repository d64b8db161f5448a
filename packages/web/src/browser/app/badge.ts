/** Shows a number on the installed app's icon, or removes it for 0. Does nothing if the browser has no badges. */
export async function showBadge(count: number): Promise<void> {
  try {
    await (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())
  } catch {
    // Some browsers reject this unless the app is installed.
  }
}
