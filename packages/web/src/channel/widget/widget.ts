// Runs the widget: loads the channel, and follows or unfollows it on a click.

import type { Calls } from '@waypost/client/ground/call'
import { createSubscription, deleteSubscription, Refusal, type Subscription } from '@waypost/protocol'
import { tellFramer, watchVisibility, watchWantedSize } from '../../browser/frames.ts'
import { openPopup, type Popup } from '../../browser/popups.ts'
import { askChannel, findSubscription, subscribeAddress, tellsFollowed } from '../follow/following.ts'
import { readParams } from './params.ts'
import { drawWidget, type Shown } from './view.ts'

/** The widget's calls: those of the signed-in account if the browser gives frames access to it, otherwise those of a visitor. */
interface Session {
  calls: Calls
  member: boolean
}

/** In CSS pixels. */
const popupSize = { width: 550, height: 600 }

/** Opens the widget that the hash describes. `look` rechecks who is signed in and whether they follow the channel. */
export function openWidget(place: HTMLElement, hash: string, session: () => Session): { look(): void } {
  const params = readParams(hash)
  const { channel } = params
  let shown: Shown = { state: 'loading' }
  /** The subscription that a click ends; unknown if only the popup reported that the channel is followed. */
  let own: Subscription | undefined
  let popup: Popup | undefined
  let seen = false
  let asked = 0

  const view = drawWidget(place, params, { press: () => void press(), retry: () => void load() })
  watchVisibility(place, (sees) => {
    seen = sees
    // Lets tests see whether a click counts.
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

  /** A rejected access token counts as a visitor. */
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
    // Clickjacking: if the button wasn't visible, the popup asks instead.
    if (!member || !seen) return ask(channel)
    const before = shown
    // Drop the results of requests made before the click.
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
      // Unfollowed in another window in the meantime.
      if (error.code === 'not_found') void load()
    }
  }

  /** Opens the popup for signing in and following; it sends a message when done. */
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
      // If the frame knows the account, a click can unfollow from now on.
      if (session().member) void load()
    })
  }

  /** Tells the framing page that its visitor follows the channel, if it gave a code. */
  function answer(): void {
    const { code } = params
    if (code !== undefined) tellFramer({ type: 'waypost-widget-subscribed', channel: channel ?? '', code })
  }

  return { look: () => void load() }
}
