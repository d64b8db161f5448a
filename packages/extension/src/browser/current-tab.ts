// The tab the person is looking at. Pressing the icon, the menu or the shortcut lets the extension see it (`activeTab`).

/** A tab, as far as the extension may see it. */
export interface SeenTab {
  url?: string | undefined
  title?: string | undefined
}

export interface CurrentTab extends SeenTab {
  id: number
  windowId: number
}

/** The active tab; undefined if the extension may not see it, or if it is one of its own pages. */
export async function currentTab(): Promise<CurrentTab | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true })
  if (tab?.id === undefined || tab.url === undefined || tab.url.startsWith(chrome.runtime.getURL(''))) return undefined
  return { id: tab.id, windowId: tab.windowId, url: tab.url, title: tab.title }
}

/** Calls back when the shortcut for the current page is pressed. Must be called in the first turn of the background. */
export function onShortcut(name: string, listener: (tab: SeenTab | undefined) => void): void {
  chrome.commands.onCommand.addListener((command, tab) => {
    if (command === name) listener(tab)
  })
}

/** A screenshot of the visible part of a tab, as a data URL. @throws Error if the browser does not allow it, e.g. of its own pages */
export const pictureOfTab = ({ windowId }: CurrentTab): Promise<string> =>
  chrome.tabs.captureVisibleTab(windowId, { format: 'png' })

/** The selected text in a tab; empty if there is none. @throws Error if the browser does not allow it, e.g. on its own pages */
export async function selectedTextOf({ id }: CurrentTab): Promise<string> {
  const results = await chrome.scripting.executeScript({ target: { tabId: id, allFrames: false }, func: selectedText })
  const [found] = results
  return typeof found?.result === 'string' ? found.result : ''
}

/** Runs in the page. */
function selectedText(): string {
  const field = document.activeElement
  if (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type !== 'password'))
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) || String(getSelection() ?? '')
  return String(getSelection() ?? '')
}

/** Whether this page is the icon's popup, which closes when it loses focus, and not a tab or window. */
export const isPopupOfIcon = async (): Promise<boolean> => (await chrome.tabs.getCurrent()) === undefined
