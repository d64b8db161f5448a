/** Firefox differs in several ways, e.g. it refuses notifications with buttons. */
export const isFirefox = chrome.runtime.getURL('').startsWith('moz-')

/** The `type` of this device. */
export const browserType = isFirefox ? 'firefox' : 'chrome'

/** Identifies the extension in the `X-User-Agent` header. */
export const agent = `waypost-extension/${chrome.runtime.getManifest().version}`

/** The address of a file of the extension, e.g. `popup.html`. */
export const fileUrl = (path: string): string => chrome.runtime.getURL(path)

/** Opens the options, or shows the tab that has them open. */
export const openOptions = (): Promise<void> => chrome.runtime.openOptionsPage()

interface Brands {
  userAgentData?: { brands: readonly { brand: string }[] }
}

const brandNames: Record<string, string> = {
  'Google Chrome': 'Chrome',
  'Microsoft Edge': 'Edge',
  Brave: 'Brave',
  Opera: 'Opera',
  Vivaldi: 'Vivaldi',
}

const systemNames: Record<string, string> = {
  mac: 'macOS',
  win: 'Windows',
  android: 'Android',
  cros: 'ChromeOS',
  linux: 'Linux',
  openbsd: 'OpenBSD',
}

/** The initial name of this browser's device, e.g. `Chrome on Windows`. */
export async function nameOfBrowser(): Promise<string> {
  const brands = (navigator as Brands).userAgentData?.brands.map(({ brand }) => brandNames[brand]) ?? []
  const browser = isFirefox ? 'Firefox' : (brands.find((name) => name !== undefined) ?? 'Chromium')
  const { os } = await chrome.runtime.getPlatformInfo()
  const system = systemNames[os]
  return system === undefined ? browser : `${browser} on ${system}`
}
