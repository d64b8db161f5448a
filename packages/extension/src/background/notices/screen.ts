// The notifications this browser shows: draws them with their pictures, limited in number and rate.

import {
  changeNotification,
  clearNotification,
  showNotification,
  shownNotifications,
} from '../../browser/notifications/notifications.ts'
import { initialsPicture, pictureAt } from '../../browser/pictures/pictures.ts'
import { shownOf } from './news.ts'
import type { DrawnNotice } from './push-drawn.ts'
import type { ShownNotices } from './shown.ts'
import { noticeParts, words } from './words.ts'

/** How long a notification waits for its pictures, in milliseconds. Pictures that arrive later are added where the browser can. */
const picturesWithin = 500
const sizes = { icon: { width: 128, height: 128 }, image: { width: 720, height: 480 } }
/** How many are shown singly within this many milliseconds. */
const most = { single: 5, within: 10_000 }
const sumId = 'sum'

export interface Screen {
  /** Oldest first; if there are too many, the latest few and a summary. */
  show(notices: readonly DrawnNotice[]): Promise<void>
  /** Updates a notification on screen, silently. */
  renew(notice: DrawnNotice): Promise<void>
  close(id: string): Promise<void>
}

/** @param origin of the server, the only one whose pictures are fetched */
export function openScreen(origin: string, shown: ShownNotices): Screen {
  const parts = noticeParts(origin)
  let times: number[] = []
  let sum = 0

  async function close(id: string): Promise<void> {
    await shown.remove(id)
    await clearNotification(id)
  }

  async function showOne(notice: DrawnNotice): Promise<void> {
    const { id, drawn, who } = notice
    for (const over of await shown.set(id, notice.shown)) await clearNotification(over)
    const wanted = Promise.all([iconOf(notice), imageOf(notice)])
    const [icon, image] = (await Promise.race([wanted, late()])) ?? [
      drawn.icon ?? (await initialsPicture(who.name, who.seed)),
      undefined,
    ]
    await showNotification(id, { ...drawn, icon, image })
    const at = (await shown.get(id))?.at
    void wanted.then(async ([lateIcon, lateImage]) => {
      if ((lateIcon !== icon || lateImage !== image) && (await shown.get(id))?.at === at)
        await changeNotification(id, { ...drawn, icon: lateIcon, image: lateImage })
    })
  }

  async function iconOf({ drawn, icon, who }: DrawnNotice): Promise<string | undefined> {
    const address = parts.boundedImage(icon)
    const fetched = drawn.icon ?? (address === undefined ? undefined : await pictureAt(address, sizes.icon))
    return fetched ?? initialsPicture(who.name, who.seed)
  }

  const imageOf = async ({ image }: DrawnNotice) => (image === undefined ? undefined : pictureAt(image, sizes.image))

  async function showSum(more: number): Promise<void> {
    // The summary was closed, so counting starts again.
    if (!(await shownNotifications()).includes(sumId)) sum = 0
    sum += more
    await shown.set(sumId, { title: words.more(sum), words: words.moreBody, place: '', buttons: [] })
    await showNotification(sumId, { title: words.more(sum), message: words.moreBody, silent: sum > more })
  }

  return {
    async show(notices) {
      const now = Date.now()
      times = times.filter((at) => at <= now && now - at < most.within)
      const { single, sum: more } = shownOf(notices, most.single - times.length)
      for (const notice of single) {
        // Where the system shows no notifications, messages are unread all the same.
        await showOne(notice).catch(() => shown.remove(notice.id))
      }
      times.push(...single.map(() => now))
      if (more > 0) await showSum(more)
    },
    async renew(notice) {
      if ((await shown.get(notice.id)) === undefined) return
      await shown.set(notice.id, notice.shown)
      const [icon, image] = await Promise.all([iconOf(notice), imageOf(notice)])
      await changeNotification(notice.id, { ...notice.drawn, icon, image })
    },
    close,
  }
}

const late = () => new Promise<undefined>((resolve) => setTimeout(resolve, picturesWithin))
