/** Closes every notification of the extension. */
export async function clearNotifications(): Promise<void> {
  const shown = await chrome.notifications.getAll()
  await Promise.all(Object.keys(shown).map((id) => chrome.notifications.clear(id)))
}
