import { atom, type ReadableAtom } from 'nanostores'

// Installing this page as an app, and what kind of system it runs on. Part of the door that is `browser.ts`.

/** What Chromium hands out when a page may be installed: https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

const $prompt = atom<InstallPrompt | undefined>(undefined)
const $done = atom(false)

/** Whether the browser offers to install this page right now. */
export const $installOffered: ReadableAtom<InstallPrompt | undefined> = $prompt
/** Whether the page was installed, or runs as an installed app. */
export const $installed: ReadableAtom<boolean> = $done

/** Keeps the browser's offer to install the page until somebody takes it. It comes once, soon after the page is loaded. */
export function watchInstall(): void {
  $done.set(matchMedia('(display-mode: standalone)').matches)
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    $prompt.set(event as InstallPrompt)
  })
  addEventListener('appinstalled', () => {
    $prompt.set(undefined)
    $done.set(true)
  })
}

/** Shows the browser's own question. An offer can be taken once. */
export async function installPage(): Promise<void> {
  const offer = $prompt.get()
  $prompt.set(undefined)
  await offer?.prompt()
}

/** The kinds of system for which there is a companion. */
export type SystemHere = 'linux' | 'mac' | 'windows' | 'android'

/** What this browser says it runs on; undefined for what the companion does not run on, such as an iPhone. */
export function systemHere(agent = navigator.userAgent): SystemHere | undefined {
  if (/Android/i.test(agent)) return 'android'
  if (/iPhone|iPad|iPod/.test(agent)) return undefined
  if (/Windows/.test(agent)) return 'windows'
  if (/Mac OS X|Macintosh/.test(agent)) return 'mac'
  return /Linux|X11|CrOS/.test(agent) ? 'linux' : undefined
}

/** Whether other machines cannot reach this server at the address that this page has. */
export const onlyHere = (): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(location.hostname)
