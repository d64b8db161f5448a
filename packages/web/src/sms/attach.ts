// Prepares chosen pictures for sending by a phone.

import type { FileSource } from '@waypost/client'
import { takesPicture } from '@waypost/client/sms'
import type { Device } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import { showToast } from '../ui/notices/notices.ts'
import { pictureSource } from './picture.ts'

const messages = i18n('text-attach', {
  onlyPictures: 'Only PNG and JPEG pictures can be sent from this phone.',
  none: 'This phone cannot send pictures.',
  broken: 'This picture could not be read.',
})

/** Resizes pictures for the phone. Files that it cannot send are left out, with a toast. */
export async function picturesFor(phone: Device, files: readonly File[]): Promise<FileSource[]> {
  const t = messages.get()
  const wanted = files.filter(({ type }) => takesPicture(phone, type))
  if (wanted.length < files.length) showToast(phone.has_mms ? t.onlyPictures : t.none)
  const pictures = await Promise.all(wanted.map(pictureSource))
  if (pictures.includes(undefined)) showToast(t.broken)
  return pictures.filter((picture) => picture !== undefined)
}
