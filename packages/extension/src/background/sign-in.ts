// Signs in with a code that the person approves on a page of their server, and makes this browser a device.

import { openCalls } from '@waypost/client/ground/call'
import {
  createDevice,
  finishDeviceSignIn,
  type Gives,
  isPassing,
  listDevices,
  Refusal,
  startDeviceSignIn,
} from '@waypost/protocol'
import { agent, browserType, nameOfBrowser } from '../browser/extension.ts'
import { platform } from '../browser/platform.ts'
import { stayAlive } from '../browser/runtime.ts'
import { openTab, webUrl } from '../browser/windows.ts'
import type { Answering } from '../messages.ts'
import {
  readBefore,
  readSigningIn,
  type Waiting,
  writeBefore,
  writeSignIn,
  writeSigningIn,
  writeTrouble,
} from '../session/access.ts'
import { readAddress } from '../session/address.ts'

/** In seconds: limits for the polling interval and for the code's expiry, whatever a server says. */
const bounds = { interval: [1, 60], expires: [30, 3_600] } as const
/** In UTF-16 units. */
const codeLength = { user: 40, device: 200 }

const sentences = {
  unreachable: (origin: string) =>
    `Couldn’t reach ${origin}. Check the address and your network${origin.startsWith('https:') ? '. If your server has no HTTPS, type http:// before its address' : ', and type https:// before the address if your server has it'}.`,
  stranger: (origin: string) => `There’s no Waypost server at ${origin}. Check the address.`,
  denied: 'The sign-in was refused on your server’s page.',
  expired: 'Nobody approved the sign-in in time. Sign in again for a new code.',
}

const callsOf = (origin: string, token: string) => openCalls({ origin, token, agent, platform })
const between = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value || least))

/** Must be called in the first turn of the background. */
export function openSignIn(): Answering<'sign-in' | 'choose-address' | 'show-sign-in' | 'cancel-sign-in'> {
  const pauses = openPauses()

  /** Resumes a sign-in that an earlier run of the background began. */
  async function goOn(): Promise<void> {
    const signingIn = await readSigningIn()
    if (signingIn?.step === 'waiting') await wait(signingIn)
    else if (signingIn?.step === 'finishing') await finish(signingIn.origin, signingIn.token)
    else if (signingIn?.step === 'asking') await writeSigningIn(undefined)
  }

  /** @param isChosen whether the person has confirmed the address, having seen that the server gives a different one */
  async function begin(origin: string, isChosen: boolean): Promise<void> {
    await writeTrouble(undefined)
    await writeSigningIn({ step: 'asking', origin })
    try {
      const waiting = await askForCode(origin)
      if ((await readSigningIn())?.step !== 'asking') return
      const theirs = new URL(waiting.page).origin
      if (theirs !== origin && !isChosen) return await writeSigningIn({ step: 'other-address', typed: origin, theirs })
      await writeSigningIn(waiting)
      await openTab(waiting.page)
      void wait(waiting)
    } catch (error) {
      await fail(error instanceof Refusal ? wordsOf(error, origin) : String((error as Error).message))
    }
  }

  async function wait(waiting: Waiting): Promise<void> {
    const { origin, device_code } = waiting
    for (let { interval } = waiting; Date.now() < waiting.expires; ) {
      await pauses.wait(interval * 1_000)
      // Calling a browser API keeps the background alive; a timer doesn't.
      stayAlive()
      const now = await readSigningIn()
      if (now?.step !== 'waiting' || now.device_code !== device_code) return
      try {
        const { access_token } = await callsOf(origin, '').call(finishDeviceSignIn, { device_code })
        return await finish(origin, access_token)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'slow_down') interval += 5
        else if (error.code === 'access_denied') return fail(sentences.denied)
        else if (error.code === 'expired_token') break
        // The code lasts for minutes, so a short outage is harmless.
        else if (error.code !== 'authorization_pending' && !isPassing(error)) return fail(wordsOf(error, origin))
      }
    }
    await fail(sentences.expired)
  }

  async function finish(origin: string, token: string): Promise<void> {
    await writeSigningIn({ step: 'finishing', origin, token })
    try {
      const device = await deviceOf(origin, token)
      if ((await readSigningIn())?.step !== 'finishing') return
      const own = { origin, token, device }
      await writeBefore(own)
      await writeSignIn(own)
      await writeSigningIn(undefined)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await fail(wordsOf(error, origin))
    }
  }

  void goOn()

  return {
    async 'sign-in'({ address }) {
      await begin(readAddress(address), false)
      return undefined
    },
    async 'choose-address'({ address }) {
      const signingIn = await readSigningIn()
      if (signingIn?.step !== 'other-address') return undefined
      // Only one of the two addresses the person was shown.
      if (address === signingIn.typed || address === signingIn.theirs) await begin(address, true)
      return undefined
    },
    async 'show-sign-in'() {
      const signingIn = await readSigningIn()
      if (signingIn?.step === 'waiting') await openTab(signingIn.page)
      return undefined
    },
    async 'cancel-sign-in'() {
      await writeSigningIn(undefined)
      // Wakes the polling, which notices the cancellation and ends.
      pauses.end()
      return undefined
    },
  }
}

function openPauses() {
  let end = () => {}
  return {
    wait: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    end: () => end(),
  }
}

/** @throws Refusal */
async function askForCode(origin: string): Promise<Waiting> {
  const name = `${await nameOfBrowser()} (extension)`
  const started = await callsOf(origin, '').call(startDeviceSignIn, { name, type: browserType })
  const { device_code, user_code, interval, expires_in } = started
  const page = pageOf(started)
  const fits = user_code.length <= codeLength.user && device_code.length <= codeLength.device
  if (page === undefined || !fits) throw new Refusal('bad_answer')
  const expires = Date.now() + between(expires_in, bounds.expires) * 1_000
  return { step: 'waiting', origin, device_code, user_code, page, interval: between(interval, bounds.interval), expires }
}

/** The page to open, if it is a web page on the origin that the server gives as its own. */
function pageOf(started: Gives<typeof startDeviceSignIn>): string | undefined {
  const [page, plain] = [webUrl(started.verification_uri_complete), webUrl(started.verification_uri)]
  if (page === undefined || plain === undefined) return undefined
  return new URL(page).origin === new URL(plain).origin ? page : undefined
}

/** The device this browser was before, or a new one. @throws Refusal */
async function deviceOf(origin: string, token: string): Promise<string> {
  const { call } = callsOf(origin, token)
  const before = await readBefore()
  if (before?.origin === origin) {
    const { devices } = await call(listDevices, { active_only: true })
    if (devices.some(({ iden, active }) => iden === before.device && active)) return before.device
  }
  const { iden } = await call(createDevice, { nickname: await nameOfBrowser(), type: browserType, icon: 'browser' })
  return iden
}

async function fail(message: string): Promise<void> {
  await writeTrouble(message)
  await writeSigningIn(undefined)
}

function wordsOf({ code, status, message }: Refusal, origin: string): string {
  if (code === 'network') return sentences.unreachable(origin)
  if (code === 'ratelimited' || code === 'account_suspended' || status >= 500) return message
  return ['bad_answer', 'not_found', 'method_not_allowed', 'invalid_request', 'forbidden'].includes(code)
    ? sentences.stranger(origin)
    : message
}
