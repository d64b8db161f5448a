interface FirefoxCommands {
  openShortcutSettings?(): Promise<void>
}

/** Opens the browser's page for changing extension shortcuts. */
export async function showShortcuts(): Promise<void> {
  const { openShortcutSettings } = chrome.commands as FirefoxCommands
  if (openShortcutSettings) await openShortcutSettings()
  else await chrome.tabs.create({ url: 'chrome://extensions/shortcuts' })
}
