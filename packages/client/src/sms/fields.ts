import { type createText, Refusal, type Takes } from '@waypost/protocol'
import type { Encryption } from '../session/encryption.ts'
import type { Entry } from './entry.ts'

/** What the server is handed of a text, sealed where there is a password. @throws Refusal when it cannot be sealed */
export async function smsFields(entry: Entry, encryption: Pick<Encryption, 'sealData'>): Promise<Takes<typeof createText>> {
  const { guid, device, addresses, message, file } = entry
  const target = { target_device_iden: device, guid }
  const clear = {
    ...target,
    addresses: [...addresses],
    ...(message !== '' && { message }),
    ...(file && { file_type: file.type }),
  }
  const sealed = await encryption.sealData(clear)
  const picture = file?.url === undefined ? {} : { file_url: file.url }
  if (sealed === clear) return { data: clear, ...picture }
  const ciphertext = String(sealed.ciphertext ?? '')
  // What cannot be sealed comes back empty; it must not go out in clear instead.
  if (ciphertext === '') throw new Refusal('invalid_request', notSealed)
  // The phone finds the text by what stays in clear, and the server knows a retry by its guid.
  return { data: { ...target, encrypted: true, ciphertext }, ...picture }
}

const notSealed = 'This text could not be encrypted, so it was not sent. Open this page over https and try again.'
