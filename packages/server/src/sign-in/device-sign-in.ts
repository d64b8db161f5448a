import {
  answerDeviceSignIn,
  findDeviceSignIn,
  finishDeviceSignIn,
  Refusal,
  showUserCode,
  startDeviceSignIn,
} from '@waypost/protocol'
import { placeOf } from '../access-token/requesting-device.ts'
import { recordEvent } from '../audit/rows.ts'
import { toSeconds } from '../change.ts'
import type { Deps } from '../deps.ts'
import { type Handler, handle, type RequestContext } from '../http/http.ts'
import { throttle } from '../http/rate-limits.ts'
import { notifyTokensEnded } from '../notify.ts'
import { hashToken } from '../tokens.ts'
import {
  answerWaiting,
  deviceSignInMilliseconds,
  findWaiting,
  insertDeviceSignIn,
  takeAnswer,
  waitingState,
} from './device-sign-in-rows.ts'
import { rateOfWrong } from './wrong-passwords-and-codes.ts'

/** Signs in a device without a browser, or a browser extension, by a code that its owner approves where they are signed in. */
export function deviceSignInCalls({ bus, db, origin, rateLimits }: Deps): Handler[] {
  const starts = throttle(rateLimits.deviceSignIn)
  const polls = throttle(rateLimits.devicePoll)
  const ofAccount = throttle(rateLimits[rateOfWrong.userCode])
  const ofAddress = throttle(rateLimits[rateOfWrong.userCode])

  /** Limits wrong user codes; valid codes don't count. Codes are short, so few guesses are allowed. */
  async function guarded<T>({ caller, network }: RequestContext, find: () => Promise<T | undefined>): Promise<T> {
    const [account, from] = [caller.account.iden, network]
    ofAccount.take(account)
    try {
      ofAddress.take(from)
    } catch (error) {
      ofAccount.giveBack(account)
      throw error
    }
    const giveBack = () => {
      ofAccount.giveBack(account)
      ofAddress.giveBack(from)
    }
    const found = await find().catch((error) => {
      giveBack()
      throw error
    })
    if (found === undefined)
      throw new Refusal('not_found', 'No device is waiting with this code. Codes expire after ten minutes.')
    giveBack()
    return found
  }

  return [
    handle(startDeviceSignIn, async ({ name, type }, { address, network }) => {
      starts.take(network)
      const { device_code, user_code } = await db.write((tx) => insertDeviceSignIn(tx, { name, type, address }))
      const shown = showUserCode(user_code)
      return {
        device_code,
        user_code: shown,
        verification_uri: `${origin()}/device`,
        verification_uri_complete: `${origin()}/device?code=${shown}`,
        expires_in: deviceSignInMilliseconds / 1_000,
        interval: rateLimits.devicePoll.every / 1_000,
      }
    }),
    handle(finishDeviceSignIn, async ({ device_code }, { address }) => {
      if (!polls.allows(hashToken(device_code))) throw new Refusal('slow_down')
      const place = await placeOf(address)
      const state = (await waitingState(db, device_code)) ?? (await db.write((tx) => takeAnswer(tx, device_code, place)))
      if (typeof state === 'string') throw new Refusal(state)
      notifyTokensEnded(bus, state.ended)
      return { access_token: state.access_token, token_type: 'Bearer' as const }
    }),
    handle(findDeviceSignIn, async ({ user_code }, context) => {
      const { name, type, address, created } = await guarded(context, () => findWaiting(db, user_code))
      return { user_code: showUserCode(user_code), name, address, created: toSeconds(created), ...(type !== null && { type }) }
    }),
    handle(answerDeviceSignIn, async ({ user_code, approve }, context) => {
      const { account } = context.caller
      await guarded(context, async () => {
        const answered = await db.write(async (tx) => {
          const waiting = await findWaiting(tx, user_code)
          const done = await answerWaiting(tx, user_code, account.iden, approve)
          if (done && approve && waiting) await recordEvent(tx, account, 'machine-sign-in', { device: waiting.name })
          return done
        })
        return answered ? true : undefined
      })
      return {}
    }),
  ]
}
