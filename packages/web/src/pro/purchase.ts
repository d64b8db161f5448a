import type { Session } from '@waypost/client'
import { createPaypalTransaction, isPassing, type PlanId, Refusal, upgradePro } from '@waypost/protocol'
import { useEffect, useRef, useState } from 'react'
import { leaveFor } from '../browser/location.ts'
import { track } from '../browser/log.ts'
import { openPopup, type Popup } from '../browser/popups.ts'
import { writeSetting } from '../browser/storage.ts'
import { closeBannersOf, showBanner } from '../ui/feedback/feedback.ts'
import { checkoutAddress, checkoutSize, isCardToken } from './checkout.ts'

/** The storage key of the chosen plan while the buyer is at the wallet. */
export const rememberedPlan = 'proPlan'

type Purchase =
  | 'idle'
  /** The checkout popup is open. */
  | 'paying'
  /** The browser blocked the popup. */
  | 'blocked'
  | 'upgrading'
  /** The server accepted the payment, but the account does not show it yet. */
  | 'taken'
  /** Redirecting to the wallet. */
  | 'leaving'
  | 'wallet error'
  | { refused: string }

const paypalError = 'PayPal error'
/** How often to check whether the popup was closed, in milliseconds. */
const looksEvery = 300
/** How long to wait until the account shows the purchase, in milliseconds. */
const shownWithin = 8_000

/** Buys Pro by card in a popup, or by the wallet. The purchase is done when the account shows it. */
export function usePurchase(session: Session) {
  const [state, setState] = useState<Purchase>('idle')
  const popup = useRef<Popup>(undefined)
  /** A token that may not have reached the server. Sending it again does not buy twice. */
  const unsent = useRef<{ token: string; plan: PlanId }>(undefined)
  const stop = useRef(() => {})
  useEffect(() => () => stop.current(), [])

  function payByCard(plan: PlanId): void {
    if (unsent.current?.plan === plan) {
      void upgrade(unsent.current.token, plan)
      return
    }
    if (popup.current?.isOpen()) {
      popup.current.focus()
      return
    }
    track('card_begun', plan)
    const opened = openPopup(checkoutAddress(plan), { name: 'waypost_checkout', ...checkoutSize })
    popup.current = opened
    if (!opened) {
      track('card_popup_unavailable')
      setState('blocked')
      return
    }
    setState('paying')
    let closed = false
    const timer = setInterval(() => {
      // The popup's last message may arrive after it closes, so wait for one more round.
      if (closed) over('idle')
      closed = !opened.isOpen()
    }, looksEvery)
    const unlisten = opened.listen((message) => {
      if (!isCardToken(message)) return
      over('upgrading')
      void upgrade(message.token, plan)
    })
    stop.current = () => {
      clearInterval(timer)
      unlisten()
    }
    function over(next: Purchase) {
      stop.current()
      setState(next)
    }
  }

  async function upgrade(token: string, plan: PlanId): Promise<void> {
    setState('upgrading')
    unsent.current = { token, plan }
    try {
      await session.call(upgradePro, { token_id: token, plan_id: plan })
      unsent.current = undefined
      track('card_done', plan)
      // The stream reports the purchase, too.
      const late = setTimeout(() => setState('taken'), shownWithin)
      stop.current = () => clearTimeout(late)
      void session.refreshAccount()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (!isPassing(error)) unsent.current = undefined
      track('card_error', error.code)
      setState({ refused: error.message })
    }
  }

  async function payByWallet(plan: PlanId): Promise<void> {
    setState('leaving')
    closeBannersOf(paypalError)
    track('paypal_begun', plan)
    try {
      const { redirect_url } = await session.call(createPaypalTransaction, { plan })
      if (!/^https?:\/\//.test(redirect_url ?? '')) return fail(noAddress)
      writeSetting(rememberedPlan, plan)
      leaveFor(redirect_url)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      track('paypal_error', error.code)
      // A response without a URL does not match the definition of the call.
      fail(error.code === 'bad_answer' ? noAddress : error.message)
    }
  }

  function fail(message: string): void {
    showBanner({ title: paypalError, body: message })
    setState('wallet error')
  }

  return { state, payByCard, payByWallet, focusWindow: () => popup.current?.focus(), forget: () => setState('idle') }
}

const noAddress = 'The server did not say where to pay.'
