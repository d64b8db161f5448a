// Shares a message with other apps of this device.

import type { Push } from '@waypost/protocol'
import { isOwn } from '../../browser/files/files.ts'
import { isLink } from '../../format/links.ts'
import { shareFile, sharesFile, sharesText, shareWith } from '../../ui/sharing.ts'
import { fileNameOf, fileUrlOf } from '../item/pictures.ts'
import { addressOf, textOf } from '../labels.ts'

/** Opens the share sheet of the system with a push: its file, its link or its text. Undefined where the browser cannot. */
export function shareOf(push: Push): (() => void) | undefined {
  const url = fileUrlOf(push)
  if (url !== undefined && isOwn(url)) {
    const name = fileNameOf(push)
    const { file_type: type, body: text } = push
    return sharesFile(name, type ?? '') ? () => void shareFile({ url, name, type, text }) : undefined
  }
  const link = addressOf(push)
  const text = link !== undefined && isLink(push.url) ? push.body : textOf(push)
  if (!sharesText() || (link === undefined && !text)) return undefined
  const title = link === undefined ? undefined : push.title
  return () => void shareWith({ ...(title && { title }), ...(text && { text }), ...(link !== undefined && { url: link }) })
}
