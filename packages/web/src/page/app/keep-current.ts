// Starts the service worker, and offers to load a new version when one is there.

import { $newVersion, startServiceWorker, takeOver } from '../../browser/service-worker.ts'
import { i18n } from '../../ui/language.ts'
import { showToast } from '../../ui/notices/notices.ts'

const messages = i18n('new-version', { text: 'New version', reload: 'Reload' })

/** Keeps the web client on this device and offers new versions of it. Returns a function that stops the offers. */
export function keepCurrent(): () => void {
  void startServiceWorker()
  return $newVersion.subscribe((next) => {
    const t = messages.get()
    if (next) showToast(t.text, { label: t.reload, run: () => takeOver(next) }, { lasting: true })
  })
}
