// Makes a phone that signs in with a code a device of the account at once.

import { createDevice, getDevice, Refusal } from '@waypost/protocol'
import { deviceHere } from '../../browser/app/device-here.ts'
import { ownDevice } from '../../session/own-device.ts'
import { callsOf } from '../session.ts'

/** The device that this browser is for the account of a new session: the one that it was, or a new one; undefined if that failed. */
export async function deviceOfPhone(token: string): Promise<string | undefined> {
  const calls = callsOf(token)
  try {
    const own = ownDevice()
    const known = own === undefined ? undefined : await calls.call(getDevice, { iden: own }).catch(ifGone)
    return known?.active ? own : (await calls.call(createDevice, deviceHere())).iden
  } catch (error) {
    // The phone is signed in all the same, and becomes a device when notifications are turned on or the app is installed.
    if (!(error instanceof Refusal)) throw error
    return undefined
  }
}

function ifGone(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.code !== 'not_found') throw error
}
