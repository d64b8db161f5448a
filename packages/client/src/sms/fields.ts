import { type createText, Refusal, type Takes } from '@waypost/protocol'
import type { Encryption } from '../session/encryption.ts'
import type { Entry } from './outbox/entry.ts'

/** The fields of an SMS for the server, encrypted if a password is set. @throws Refusal if encryption fails */
export async function smsFields(entry: Entry, encryption: Pick<Encryption, 'sealData'>): Promise<Takes<typeof createText>> {
  const { guid, device, addresses, message, file } = entry
  const target = { target_device_iden: device, guid }
  const plain = {
    ...target,
    addresses: [...addresses],
    ...(message !== '' && { message }),
    ...(file && { file_type: file.type }),
  }
  const sealed = await encryption.sealData(plain)
  const picture = file?.url === undefined ? {} : { file_url: file.url }
  if (sealed === plain) return { data: plain, ...picture }
  const ciphertext = String(sealed.ciphertext ?? '')
  // An empty ciphertext means that encryption failed. It must not be sent unencrypted instead.
  if (ciphertext === '') throw new Refusal('invalid_request', notSealed)
  // The target and guid stay unencrypted: the phone finds the SMS by them, and the server recognizes a retry.
  return { data: { ...target, encrypted: true, ciphertext }, ...picture }
}

const notSealed = 'This text could not be encrypted, so it was not sent. Open this page over https and try again.'
