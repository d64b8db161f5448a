import type { Calls } from '@waypost/client/session/call'
import { createSubscription, deleteSubscription, Refusal, type Subscription } from '@waypost/protocol'
import { tellFramer, watchVisibility, watchWantedSize } from '../../browser/frames.ts'
import { openPopup, type Popup } from '../../browser/popups.ts'
import { askChannel, findSubscription, subscribeAddress, tellsFollowed } from '../following.ts'
import { readParams } from './params.ts'
import { drawWidget, type Shown } from './view.ts'

/** Whose calls the widget makes: those of somebody who is signed in, as far as the browser lets a frame know, or a visitor's. */
export interface Session {
  calls: Calls
  member: boolean
}

/** The size of the window that asks a visitor, in CSS pixels. */
const popupSize = { width: 550, height: 600 }

/** Draws the widget that the hash asks for. `look` asks anew who is signed in and whether they follow the channel. */
export function openWidget(place: HTMLElement, hash: string, session: () => Session): { look(): void } {
  const params = readParams(hash)
  const { channel } = params
  let shown: Shown = { state: 'loading' }
  /** What can be ended by a press; a channel may be followed without that, where the widget only heard of it. */
  let own: Subscription | undefined
  let popup: Popup | undefined
  let seen = false
  let asked = 0

  const view = drawWidget(place, params, { press: () => void press(), retry: () => void load() })
  watchVisibility(place, (sees) => {
    seen = sees
    // For whoever needs to know from outside whether a press will count, as the stories do.
    place.toggleAttribute('data-seen', sees)
  })
  show(shown)
  watchWantedSize(place, (width, height) => tellFramer({ type: 'waypost-widget-size', channel: channel ?? '', width, height }))
  void load()

  function show(next: Shown): void {
    shown = next
    view.show(next)
  }

  async function load(): Promise<void> {
    const round = ++asked
    if (shown.state !== 'channel') show({ state: 'loading' })
    const { calls, member } = session()
    const [answer, found] = await Promise.all([askChannel(calls, channel), ownSubscription(calls, member)])
    if (round !== asked) return
    if (answer === 'missing') return show({ state: 'missing' })
    if ('failed' in answer) return show({ state: 'failed', reason: answer.failed })
    if (found instanceof Refusal) return show({ state: 'failed', reason: found.message })
    own = found
    show({ state: 'channel', info: answer.info, followed: own !== undefined, busy: false })
  }

  /** A key that is no longer good is none. */
  async function ownSubscription(calls: Calls, member: boolean): Promise<Subscription | undefined | Refusal> {
    if (!member || channel === undefined) return undefined
    try {
      return await findSubscription(calls, channel)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return error.code === 'invalid_access_token' ? undefined : error
    }
  }

  async function press(): Promise<void> {
    if (shown.state !== 'channel' || shown.busy || channel === undefined) return
    const { calls, member } = session()
    // What the page around may have hidden under something else to be pressed is asked for in a window of its own.
    if (!member || !seen) return ask(channel)
    const before = shown
    // What was asked before the press is no longer true after it.
    asked++
    show({ ...before, busy: true, trouble: undefined })
    try {
      if (own) await calls.call(deleteSubscription, { iden: own.iden })
      own = own ? undefined : await calls.call(createSubscription, { channel_tag: channel })
      show({ ...before, followed: own !== undefined, busy: false, trouble: undefined })
      if (own) answer()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      show({ ...before, busy: false, trouble: { refused: error.message } })
      if (error.code === 'invalid_access_token') ask(channel)
      // Unfollowed in another window meanwhile.
      if (error.code === 'not_found') void load()
    }
  }

  /** Opens the page that signs in and follows; it tells when that is done. */
  function ask(tag: string): void {
    if (popup?.isOpen()) {
      popup.focus()
      return
    }
    popup = openPopup(subscribeAddress(tag), { name: 'waypost_subscribe', ...popupSize })
    if (shown.state !== 'channel') return
    show({ ...shown, trouble: popup ? undefined : { notOpened: subscribeAddress(tag) } })
    popup?.listen((message) => {
      if (!tellsFollowed(message, tag) || shown.state !== 'channel') return
      show({ ...shown, followed: true })
      answer()
      // Where frames know who is signed in, a press can end it from now on.
      if (session().member) void load()
    })
  }

  /** Tells the page around that its visitor follows the channel, where it asked for that by a code. */
  function answer(): void {
    const { code } = params
    if (code !== undefined) tellFramer({ type: 'waypost-widget-subscribed', channel: channel ?? '', code })
  }

  return { look: () => void load() }
}
