import type { SeenTab } from './current-tab.ts'

/** What a menu can be opened on. */
export const menuContexts = ['page', 'link', 'selection', 'image', 'video', 'audio'] as const
export type MenuContext = (typeof menuContexts)[number]

export interface MenuItem {
  id: string
  /** `&` makes an access key, and `%s` stands for the selected text. */
  title?: string
  type?: 'separator'
  parentId?: string
  context: MenuContext
}

/** What the browser reports about a click on the menu. */
export interface Pressed {
  pageUrl?: string | undefined
  linkUrl?: string | undefined
  /** The text of a link; Firefox only. */
  linkText?: string | undefined
  srcUrl?: string | undefined
  selectionText?: string | undefined
}

/** Only web pages can be sent. */
const webPages = ['http://*/*', 'https://*/*']

let replacing: Promise<void> = Promise.resolve()

/** Replaces all items of the extension. Calls run one after another, since browsers refuse duplicate ids. */
export function replaceMenu(items: readonly MenuItem[]): Promise<void> {
  const next = () => replace(items)
  // A failed one does not stop those after it.
  replacing = replacing.then(next, next)
  return replacing
}

async function replace(items: readonly MenuItem[]): Promise<void> {
  await chrome.contextMenus.removeAll()
  await Promise.all(items.map(create))
}

function create({ id, title, type, parentId, context }: MenuItem): Promise<void> {
  const properties: chrome.contextMenus.CreateProperties = {
    id,
    ...(type ? { type } : { title: title ?? '' }),
    ...(parentId !== undefined && { parentId }),
    ...(context === 'page' ? { contexts: ['page', 'frame'], documentUrlPatterns: webPages } : { contexts: [context] }),
  }
  return new Promise((resolve) => {
    chrome.contextMenus.create(properties, () => {
      // Has to be read, or the browser logs an error for an item whose parent was refused.
      void chrome.runtime.lastError
      resolve()
    })
  })
}

/** Calls back with the id of a clicked item. Must be called in the first turn of the background. */
export function onMenuPressed(listener: (id: string, pressed: Pressed, tab: SeenTab | undefined) => void): void {
  chrome.contextMenus.onClicked.addListener((info, tab) => listener(String(info.menuItemId), info, tab))
}
