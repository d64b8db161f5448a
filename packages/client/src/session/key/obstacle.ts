import type { KeyMatch } from './fingerprint.ts'

/** Shown for an SMS that a phone could not decrypt. */
export const notOpened =
  'The phone could not open this text: its encryption password is not the one that the text was encrypted with. ' +
  'Set the same password on both, then retry.'

/** Why a phone cannot decrypt SMS from here and what to do about it, in sentences; undefined if it can. */
export function textObstacle(match: KeyMatch, phone: string): string | undefined {
  if (match === 'missing-there')
    return `${phone} has no encryption password, so it cannot open texts from here. Set the same password there, or clear the one here.`
  if (match === 'different')
    return `${phone} has another encryption password, so it cannot open texts from here. Set the same password on both.`
  return undefined
}

/** Why a phone whose texts go through the server gets none while this session encrypts them, and what to do about it. */
export const passedOnObstacle = (phone: string): string =>
  `Texts of ${phone} go through the server, which cannot pass on what is encrypted. Clear the encryption password here to text with this phone.`

/** Why files of a device cannot be requested and what to do about it, in sentences; undefined if they can. Both ends must decrypt. */
export function fileObstacle(match: KeyMatch, device: string): string | undefined {
  if (match === 'missing-there')
    return `${device} has no encryption password, so it cannot read requests from here. Set the same password there, or clear the one here.`
  if (match === 'different')
    return `${device} has another encryption password, so it cannot read requests from here. Set the same password on both.`
  if (match === 'missing-here')
    return `${device} encrypts its answers with a password that is not set here. Set the same password here.`
  return undefined
}
