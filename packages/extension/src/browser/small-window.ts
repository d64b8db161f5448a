import { fileUrl } from './extension.ts'

/** In pixels. */
export const sizes = { reply: { width: 440, height: 400 }, popup: { width: 420, height: 640 } }

/** Opens a page in a small window, or focuses the window that already has it. @param path e.g. `reply.html?id=a` */
export async function openSmallWindow(path: string, size: { width: number; height: number }): Promise<void> {
  const url = fileUrl(path)
  // Not the icon's popup, which closes.
  const wanted = { contextTypes: ['TAB' as chrome.runtime.ContextType], documentUrls: [url] }
  const [open] = (await chrome.runtime.getContexts?.(wanted).catch(() => [])) ?? []
  if (open && open.windowId >= 0) {
    await chrome.windows.update(open.windowId, { focused: true })
    return
  }
  await chrome.windows.create({ url, type: 'popup', focused: true, ...size })
}
