import { isLargeInline } from './picture-header.ts'

/** In UTF-16 units. */
const maxLength = 200_000

/** The `data:` URL of an app's icon: a base64 JPEG, or a PNG on some phones; undefined for anything else. */
export function inlineIcon(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
  const type = value.startsWith('/9j/') ? 'jpeg' : value.startsWith('iVBORw0KGgo') ? 'png' : undefined
  const address = `data:image/${type};base64,${value}`
  return type === undefined || isLargeInline(address) ? undefined : address
}
