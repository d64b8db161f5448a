import { setTimeout as wait } from 'node:timers/promises'
import { finishDeviceSignIn, isPassing, Refusal, retryIn, startDeviceSignIn } from '@waypost/protocol'
import { describeMachine, machineType } from '../machine/machine.ts'
import { printStatus } from '../terminal/terminal.ts'
import { UserError } from '../user-error.ts'
import { withSession } from './session.ts'

/** In seconds. */
const leastInterval = 1

/**
 * Signs in without a browser on this machine: prints a code, and polls until it is typed on another device.
 * @returns the token
 * @throws UserError when the code was denied or has expired, or the server cannot be reached, Refusal
 */
export function signInByCode(server: string, name: string | undefined): Promise<string> {
  return withSession({ server, token: '' }, async (session) => {
    const started = await session.call(startDeviceSignIn, { name: describeMachine(name).nickname, type: machineType() })
    const minutes = Math.round(started.expires_in / 60)
    printStatus('On any device with a browser, open this address:')
    printStatus(`  ${started.verification_uri}`)
    printStatus('and type this code:')
    printStatus(`  ${started.user_code}`)
    printStatus(`The code is valid for ${minutes} minutes. Waiting.`)
    const ends = Date.now() + started.expires_in * 1_000
    let interval = Math.max(leastInterval, started.interval)
    let pause = interval * 1_000
    while (Date.now() < ends) {
      await wait(pause)
      try {
        return (await session.call(finishDeviceSignIn, { device_code: started.device_code })).access_token
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'access_denied') throw new UserError(error.message)
        if (error.code === 'expired_token') break
        // The code is valid for minutes, so a short outage does no harm.
        if (!isPassing(error)) throw error
        // RFC 8628, 3.5: increase the interval by five seconds.
        if (error.code === 'slow_down') interval += 5
        pause = retryIn(error, interval * 1_000)
      }
    }
    throw new UserError('The code has expired. Run the command again for a new one.')
  })
}
