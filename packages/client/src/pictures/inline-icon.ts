import { isLargeInline } from './picture-header.ts'

/** In UTF-16 units. */
const maxLength = 200_000

/** The address of the icon of an app: base64 of a JPEG, or of a PNG on some phones; undefined for anything else. */
export function inlineIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
  const type = value.startsWith('/9j/') ? 'jpeg' : value.startsWith('iVBORw0KGgo') ? 'png' : undefined
  const address = `data:image/${type};base64,${value}`
  return type === undefined || isLargeInline(address) ? undefined : address
}
