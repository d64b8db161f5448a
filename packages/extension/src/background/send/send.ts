// All sending from this browser: for its pages, and from the menu, the address bar and the shortcut.

import { type Target, takesPushes } from '@waypost/client'
import { openTicks, type Ticks } from '@waypost/client/lists'
import { currentTab, onShortcut } from '../../browser/current-tab.ts'
import { forgetHanded, forgetLeftFiles, handedFiles } from '../../browser/handed-files.ts'
import { onMenuPressed } from '../../browser/menus.ts'
import { platform } from '../../browser/platform.ts'
import { onTypedInAddress } from '../../browser/typed-in-address.ts'
import type { Answering } from '../../messages.ts'
import type { Opened } from '../../session/own-session.ts'
import type { TargetRef } from '../../targets/target-ref.ts'
import type { BackgroundSession } from '../session.ts'
import { readyTarget, sendAtOnce, sourceOf } from './at-once.ts'
import { followMenu } from './follow-menu.ts'
import { pageOf, type Sendable, sendableOf } from './from-tab.ts'
import { readMenuId } from './menu-tree.ts'
import { defaultSuggestion, readTyped, suggestionsFor } from './omnibox-words.ts'
import { uploadsOf } from './outcome.ts'
import { openRecent, type Recent } from './recent.ts'

const meRef: TargetRef = { section: 'people', key: 'me' }

/** Must be called in the first turn of the background. */
export function openSending(background: BackgroundSession): Answering<'send' | 'send-files' | 'retry' | 'discard' | 'ticked'> {
  let recent: Recent | undefined
  let ticks: Ticks | undefined
  const onSent = (target: Target) => recent?.add(target)
  const atOnce = (what: Sendable | Promise<Sendable>, to: TargetRef) => void sendAtOnce(background, what, to, onSent)

  background.onOpen((opened) => {
    recent = openRecent(opened)
    const stopMenu = followMenu(opened, recent)
    const stopTicks = whenReady(opened, () => {
      ticks = openTicks(opened.session, { saved: opened.saved, platform })
    })
    void forgetLeftFiles().catch(() => {})
    return () => {
      stopMenu()
      stopTicks()
      ticks?.close()
      ticks = undefined
      recent = undefined
    }
  })

  onMenuPressed((id, pressed, tab) => {
    const chosen = readMenuId(id)
    if (chosen) atOnce(sendableOf(chosen.context, pressed, tab), chosen.to)
  })
  onShortcut('push-page', (tab) => atOnce(tab ? pageOf(tab) : currentTab().then((current) => pageOf(current ?? {})), meRef))
  onTypedInAddress({
    async suggest(text) {
      const { target } = (await background.wake())?.session ?? {}
      if (!target) return []
      return suggestionsFor(
        text,
        [target.$people, target.$devices, target.$following, target.$sources].flatMap((list) => list.get()),
      )
    },
    describe: defaultSuggestion,
    entered(text) {
      const { to, words } = readTyped(text)
      atOnce(words === '' ? { refused: 'Type a message after wp.' } : { draft: { body: words } }, to)
    },
  })

  async function ready(to: TargetRef): Promise<{ session: Opened['session']; target: Target }> {
    const { session } = await signedIn()
    const target = readyTarget(session, to)
    if (!takesPushes(target)) throw new Error('You can’t send anything there.')
    return { session, target }
  }

  async function signedIn(): Promise<Opened> {
    const opened = await background.wake()
    if (!opened) throw new Error('You’re not signed in.')
    return opened
  }

  return {
    async send({ to, draft }) {
      const { session, target } = await ready(to)
      const guid = session.push.send(draft, target)
      if (guid !== undefined) onSent(target)
      return undefined
    },
    async 'send-files'({ to, handed, caption }) {
      const { session, target } = await ready(to)
      const files = await handedFiles(handed)
      if (files.length === 0) throw new Error('Couldn’t read the files. Choose them again.')
      const guids = session.push.sendFiles(files.map(sourceOf), target, undefined, caption)
      onSent(target)
      await session.push.shown(guids)
      // Not earlier: Firefox never finishes an upload whose file is erased meanwhile.
      void uploadsOf(session, target, guids).then(() => forgetHanded(handed))
      return undefined
    },
    async retry({ guid }) {
      const { session } = await signedIn()
      session.push.retry(guid)
      return undefined
    },
    async discard({ guid }) {
      const { session } = await signedIn()
      session.push.discard(guid)
      return undefined
    },
    async ticked() {
      await signedIn()
      ticks?.look()
      return undefined
    },
  }
}

/** Returns a function that cancels the wait. */
function whenReady({ session }: Opened, work: () => void): () => void {
  let stop = () => {}
  let isDone = false
  stop = session.$state.subscribe((state) => {
    if (state !== 'ready' || isDone) return
    isDone = true
    work()
  })
  return () => stop()
}
