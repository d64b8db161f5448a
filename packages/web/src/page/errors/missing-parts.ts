import { hasConflict } from '../../browser/conflict.ts'
import { storageTrouble } from '../../browser/database/storage-trouble.ts'
import { supportContact } from '../../browser/document.ts'
import { socketsWork } from '../../browser/network.ts'
import { oldInternetExplorer } from '../../browser/old-browser.ts'
import { showBanner } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { missingParts } from './en.ts'

const messages = i18n('missing-parts', missingParts)

/** Shows a banner for each missing feature. @param signedIn whether an account is stored here, which proves that storage works */
export function warnOfMissingParts(signedIn: boolean): void {
  const t = messages.get()
  const email = supportContact().words
  // With an account, full storage has a page of its own.
  const storage = signedIn ? undefined : storageTrouble()
  if (storage) showBanner({ title: storage === 'full' ? t.full : t.disabled({ what: 'Local Storage', email }), body: '' })
  // Some extensions remove these from pages. The fallback for the missing history marks the document.
  if (hasConflict(window, 'conflict' in document.documentElement.dataset)) showBanner({ title: t.conflict, body: '' })
  const version = oldInternetExplorer()
  if (version) showBanner({ title: t.internetExplorer({ version }), body: '' })
  if (!socketsWork()) showBanner({ title: t.disabled({ what: 'WebSocket', email }), body: '' })
}
