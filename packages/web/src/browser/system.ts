import { locale } from '@waypost/protocol'

type CompanionSystem = 'linux' | 'mac' | 'windows' | 'android'

/** This machine's system by its user agent; undefined if the companion doesn't run on it, e.g. on iOS. */
export function systemHere(agent = navigator.userAgent): CompanionSystem | undefined {
  if (/Android/i.test(agent)) return 'android'
  if (/iPhone|iPad|iPod/.test(agent)) return undefined
  if (/Windows/.test(agent)) return 'windows'
  if (/Mac OS X|Macintosh/.test(agent)) return 'mac'
  return /Linux|X11|CrOS/.test(agent) ? 'linux' : undefined
}

/** The builds of the browser extension. */
export type ExtensionBrowser = 'chromium' | 'firefox'

/** The build for this browser by its user agent; undefined if there is none, e.g. for Safari and mobile browsers. */
export function extensionHere(agent = navigator.userAgent): ExtensionBrowser | undefined {
  if (/iPhone|iPad|iPod|Android/.test(agent)) return undefined
  if (/Firefox\//.test(agent)) return 'firefox'
  return /Chrome\//.test(agent) ? 'chromium' : undefined
}

/** Whether this browser is Safari or uses its engine, as all browsers on iOS do. */
export const isSafari = (): boolean => globalThis.navigator?.vendor?.startsWith('Apple') ?? false

/** The name of the modifier key for commands. */
export const commandKey = (): string => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

/** The locale for dates and numbers: the browser's own, if its language is that of the interface. */
export function regionalLanguage(language: string): string {
  const own = locale()
  return own.split('-')[0] === language ? own : language
}

/** Whether this browser sends Global Privacy Control or Do Not Track. */
export function asksNotToBeTracked(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Facts about this browser, and the origin of the page that linked here. */
export function aboutBrowser(): { userAgent: string; platform: string; language: string; referrer: string } {
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
  return {
    userAgent: navigator.userAgent,
    platform: navigator.platform,
    language: navigator.language,
    referrer: from === location.origin ? '' : from,
  }
}
