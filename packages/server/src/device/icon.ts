// Chooses the icon of a device whose program has set none.

/** Icons by the types that the original service and Waypost's own programs give devices. An icon's own name is a type of some programs. */
const icons: Readonly<Record<string, readonly string[]>> = {
  phone: ['phone', 'android', 'ios', 'iphone', 'windows_phone', 'blackberry'],
  tablet: ['tablet', 'ipad'],
  watch: ['watch'],
  browser: ['browser', 'chrome', 'firefox', 'opera', 'safari', 'edge', 'brave', 'vivaldi'],
  website: ['website'],
  laptop: ['laptop'],
  desktop: ['desktop', 'windows', 'mac', 'linux', 'freebsd', 'chromeos'],
}
const iconsByType = new Map(Object.entries(icons).flatMap(([icon, types]) => types.map((type) => [type, icon])))

/** The icon of a device whose program has set none, as the original service has it. */
export function iconOf({ icon, type }: { icon: string | null; type: string | null }): string {
  return icon ?? iconsByType.get(type?.toLowerCase() ?? '') ?? 'system'
}
