// Tells which devices are phones of a companion, by their fingerprint.

/** The fingerprint of a phone's device: the ids of its companion and its own, as KDE Connect has them. */
export const phoneFingerprint = (companion: string, phone: string): string => `${phonePrefix}${companion} ${phone}`
const phonePrefix = 'kdeconnect '

/** Whether a device is a phone that is or was paired with a companion. */
export const isPhoneOfCompanion = (device: { fingerprint?: string | undefined } | undefined): boolean =>
  device?.fingerprint?.startsWith(phonePrefix) === true

/** Whether a device is a phone that is paired with a companion. After unpairing it no longer mirrors anything. */
export function isPairedPhone<D extends { fingerprint?: string | undefined; mirroring?: string | undefined }>(
  device: D | undefined,
): device is D & { fingerprint: string } {
  return isPhoneOfCompanion(device) && device?.mirroring === 'enabled'
}
