/** Icons by the device types of the original service and of Waypost's own programs. Some programs use the name of an icon as the type. */
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

/** The icon of a device; if its program set none, the one the original service would use. */
export function iconOf({ icon, type }: { icon: string | null; type: string | null }): string {
  return icon ?? iconsByType.get(type?.toLowerCase() ?? '') ?? 'system'
}
