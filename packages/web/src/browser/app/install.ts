// Offers to install the page as an app, where the browser can.

import { atom, type ReadableAtom } from 'nanostores'
import { isIos } from '../touch/ios.ts'

/** The event of Chromium when a page may be installed: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const $prompt = atom<InstallPrompt | undefined>(undefined)

const $done = atom(false)

/** Whether the browser offers to install this page right now. */
export const $installOffered: ReadableAtom<InstallPrompt | undefined> = $prompt

/** Whether the page was installed, or runs as an installed app. */
export const $installed: ReadableAtom<boolean> = $done

/** Whether this window is that of an installed app. Safari on iPhones and iPads has a word of its own. */
export function isInstalled(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

/** Whether notifications come here only after the page was installed, as on iPhones and iPads. */
export const mustInstall = (): boolean => isIos() && !isInstalled()

/** Starts to keep the browser's install prompt. The browser offers it once, soon after the page is loaded. */
export function watchInstall(): void {
  $done.set(isInstalled())
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    $prompt.set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => {
    $prompt.set(undefined)
    $done.set(true)
  })
}

/** Shows the browser's install prompt. Each prompt works once. */
export async function installPage(): Promise<void> {
  const offer = $prompt.get()
  $prompt.set(undefined)
  await offer?.prompt()
}
