import * as v from 'valibot'
import { isFirefox } from './extension.ts'
import { hasPermissions } from './permissions.ts'

/** The optional permissions for copying without a page. */
export const copyPermissions: readonly chrome.runtime.ManifestOptionalPermission[] = isFirefox
  ? ['clipboardWrite']
  : ['clipboardWrite', 'offscreen']

/** Chromium copies in this page: its background has no clipboard. */
const page = 'copy.html'

const CopyMessage = v.object({ kind: v.literal('copy-here'), text: v.string() })

/** Copies a text and returns whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (isFirefox) {
      await navigator.clipboard.writeText(text)
      return true
    }
    if (!(await hasPermissions(copyPermissions))) return false
    await chrome.offscreen
      .createDocument({
        url: page,
        reasons: [chrome.offscreen.Reason.CLIPBOARD],
        justification: 'Copies a code from a notification.',
      })
      // Another press may have opened it.
      .catch(() => {})
    const message: v.InferOutput<typeof CopyMessage> = { kind: 'copy-here', text }
    return (await chrome.runtime.sendMessage(message)) === true
  } catch {
    return false
  } finally {
    if (!isFirefox) await chrome.offscreen?.closeDocument().catch(() => {})
  }
}

/** Copies what the background hands over; runs in Chromium's copy page. */
export function copyForBackground(): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond: (done: boolean) => void) => {
    if (sender.id !== chrome.runtime.id) return
    const { success, output } = v.safeParse(CopyMessage, message)
    if (!success) return
    const field = document.createElement('textarea')
    field.value = output.text
    document.body.append(field)
    field.select()
    respond(document.execCommand('copy'))
    field.remove()
  })
}
