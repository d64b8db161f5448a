import type { HistoryItem } from '@waypost/client'
import { estimatedHeight } from '../../conversation/followed-end.ts'
import { shortened } from '../item/long-text.ts'

/** The estimated height of an item before it is measured, in pixels. */
export function estimate({ push, timeBar, album }: HistoryItem): number {
  const { title = '', body = '', preview } = push
  const pictures = album ? 400 : push.image_url || preview?.image_url ? 220 : preview ? 40 : 0
  return estimatedHeight({ title: title.length, text: shortened(body) ?? body, pictures, timeBar })
}
