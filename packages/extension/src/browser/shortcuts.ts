interface FirefoxCommands {
  openShortcutSettings?(): Promise<void>
}

/** Opens the page of the browser in which a person changes the shortcuts of extensions. */
export async function showShortcuts(): Promise<void> {
  const { openShortcutSettings } = chrome.commands as FirefoxCommands
  if (openShortcutSettings) await openShortcutSettings()
  else await chrome.tabs.create({ url: 'chrome://extensions/shortcuts' })
}
