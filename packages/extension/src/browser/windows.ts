/** The address if it is a web address, else undefined: anything else, such as `javascript:`, is never opened. */
export function webUrl(text: string | undefined): string | undefined {
  if (text === undefined || !URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/**
 * Opens a web address in a tab of a window that isn't private; refuses anything else.
 * @param active whether the tab comes to the front
 * @returns whether it was opened
 */
export async function openTab(text: string, { active = true } = {}): Promise<boolean> {
  const url = webUrl(text)
  if (url === undefined) return false
  const windows = (await chrome.windows.getAll({ windowTypes: ['normal'] })).filter(({ incognito }) => !incognito)
  const window = windows.find(({ focused }) => focused) ?? windows[0]
  if (window?.id === undefined) {
    await chrome.windows.create({ url, focused: active })
    return true
  }
  await chrome.tabs.create({ url, active, windowId: window.id })
  if (active && !window.focused) await chrome.windows.update(window.id, { focused: true })
  return true
}
