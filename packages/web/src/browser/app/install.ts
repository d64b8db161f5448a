import { atom, type ReadableAtom } from 'nanostores'
import { isIos } from '../touch/ios.ts'

/** Chromium's event when a page can be installed: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const $prompt = atom<InstallPrompt | undefined>(undefined)

const $done = atom(false)

/** Whether the browser offers to install this page right now. */
export const $installOffered: ReadableAtom<InstallPrompt | undefined> = $prompt

/** Whether the page was installed, or runs as an installed app. */
export const $installed: ReadableAtom<boolean> = $done

/** Safari on iPhones and iPads has its own property for that. */
function isInstalled(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || ownWindow().matches
}

/** Matches in the window of an installed app. */
const ownWindow = () => matchMedia('(display-mode: standalone)')

/** Whether notifications require installing the page first, as on iPhones and iPads. */
export const mustInstall = (): boolean => isIos() && !isInstalled()

/** Starts capturing the browser's install prompt. The browser offers it once, soon after page load. */
export function watchInstall(): void {
  $done.set(isInstalled())
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    $prompt.set(event as InstallPrompt)
  })
  const done = () => $done.set(true)
  addEventListener('appinstalled', done)
  // A tab can turn into the app's window.
  ownWindow().addEventListener('change', ({ matches }) => matches && done())
}

/** Shows the browser's install prompt. Each prompt works once. */
export async function installPage(): Promise<void> {
  const offer = $prompt.get()
  $prompt.set(undefined)
  await offer?.prompt()
}
