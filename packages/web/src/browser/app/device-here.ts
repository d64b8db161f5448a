interface DeviceHere {
  nickname: string
  type: 'android' | 'ios' | 'chrome' | 'firefox' | 'safari' | 'opera'
  icon: 'phone' | 'tablet' | 'browser'
}

/** Browsers that also name others come first. */
const browsers: readonly [RegExp, string, DeviceHere['type']][] = [
  [/Edg(A|iOS)?\//, 'Edge', 'chrome'],
  [/OPR\//, 'Opera', 'opera'],
  [/SamsungBrowser\//, 'Samsung Internet', 'chrome'],
  [/Firefox\/|FxiOS\//, 'Firefox', 'firefox'],
  [/Chrome\/|CriOS\//, 'Chrome', 'chrome'],
  [/Safari\//, 'Safari', 'safari'],
]

const systems: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]

/** This browser as a device, e.g. 'Chrome on Android'. iPads claim to be Macs, but have a touch screen. */
export function deviceHere(agent = navigator.userAgent, touches = navigator.maxTouchPoints): DeviceHere {
  const [, browser, type] = browsers.find(([pattern]) => pattern.test(agent)) ?? browsers[4] ?? [/./, 'Browser', 'chrome']
  const named = systems.find(([pattern]) => pattern.test(agent))?.[1]
  const system = named === 'Mac' && touches > 1 ? 'iPad' : named
  const nickname = system === undefined ? browser : `${browser} on ${system}`
  if (system === 'Android') return { nickname, type: 'android', icon: /Mobile/.test(agent) ? 'phone' : 'tablet' }
  if (system === 'iPhone') return { nickname, type: 'ios', icon: 'phone' }
  if (system === 'iPad') return { nickname, type: 'ios', icon: 'tablet' }
  return { nickname, type, icon: 'browser' }
}

/** Whether this is a phone or a tablet. */
export const isMobile = (): boolean => ['android', 'ios'].includes(deviceHere().type)
