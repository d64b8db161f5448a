// Creates and uses passkeys. The library is loaded on first use.

/** Why the browser gave no passkey: the user cancelled, the authenticator already has one, or something else. */
export class PasskeyTrouble extends Error {
  readonly reason: 'cancelled' | 'known' | 'other'

  constructor(reason: PasskeyTrouble['reason'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.reason = reason
  }
}

const library = () => import('@simplewebauthn/browser')

/** Whether this page can use passkeys: they need HTTPS or localhost, and a domain name rather than an IP address. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && isSecureContext && !/^[\d.]+$|^\[/.test(location.hostname)

/** Creates a passkey with the server's options. @throws PasskeyTrouble */
export async function createPasskey<Response>(options: Record<string, unknown>): Promise<Response> {
  const { startRegistration } = await library()
  type Asked = Parameters<typeof startRegistration>[0]['optionsJSON']
  return attempted(() => startRegistration({ optionsJSON: options as unknown as Asked })) as Promise<Response>
}

/** Signs with a passkey, using the server's options. @throws PasskeyTrouble */
export async function signWithPasskey<Response>(options: Record<string, unknown>): Promise<Response> {
  const { startAuthentication } = await library()
  type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON']
  return attempted(() => startAuthentication({ optionsJSON: options as unknown as Asked })) as Promise<Response>
}

/** Whether this browser can suggest passkeys in a field. */
export const fillsPasskeys = async (): Promise<boolean> => hasPasskeys() && (await library()).browserSupportsWebAuthnAutofill()

/** Signs with the passkey that the user picks in a field with `autocomplete="... webauthn"`. @throws PasskeyTrouble */
export async function signWithFilledPasskey<Response>(options: Record<string, unknown>): Promise<Response> {
  const { startAuthentication } = await library()
  type Asked = Parameters<typeof startAuthentication>[0]['optionsJSON']
  const optionsJSON = options as unknown as Asked
  return attempted(() => startAuthentication({ optionsJSON, useBrowserAutofill: true })) as Promise<Response>
}

/** Stops suggesting passkeys in fields. */
export const stopFillingPasskeys = async (): Promise<void> => (await library()).WebAuthnAbortService.cancelCeremony()

async function attempted(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'InvalidStateError') throw new PasskeyTrouble('known', cause)
    throw new PasskeyTrouble(name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'other', cause)
  }
}
