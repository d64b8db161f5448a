// Who is signed in here, and how far a sign-in has come. Kept in the extension's storage, so background and pages see the same.

import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { onValue, readValue, writeValue } from '../browser/storage.ts'

const SignIn = v.object({
  /** Base URL of the server, without a trailing slash. */
  origin: v.string(),
  token: v.string(),
  /** The iden of this browser's device. */
  device: v.string(),
})
export type SignIn = v.InferOutput<typeof SignIn>

const SigningIn = v.variant('step', [
  /** Waiting for a code from the server. */
  v.object({ step: v.literal('asking'), origin: v.string() }),
  /** The server says it has another address. Nothing is opened until the person has chosen. */
  v.object({ step: v.literal('other-address'), typed: v.string(), theirs: v.string() }),
  /** Waiting for approval on a page of the person's server. */
  v.object({
    step: v.literal('waiting'),
    origin: v.string(),
    device_code: v.string(),
    /** In readable form: `WDJB-MJHT`. */
    user_code: v.string(),
    /** The page with the code filled in. */
    page: v.string(),
    /** In seconds. */
    interval: v.number(),
    /** Milliseconds since 1970. */
    expires: v.number(),
  }),
  /** Approved; this browser is becoming a device. */
  v.object({ step: v.literal('finishing'), origin: v.string(), token: v.string() }),
])
export type SigningIn = v.InferOutput<typeof SigningIn>
export type Waiting = Extract<SigningIn, { step: 'waiting' }>

/** Why nobody is signed in, in a sentence for the person. */
const Trouble = v.object({ message: v.string() })
type Trouble = v.InferOutput<typeof Trouble>

/** The access state, as pages show it. */
export type Access =
  | { state: 'reading' }
  | { state: 'signed-in'; own: SignIn }
  | { state: 'waiting'; signingIn: SigningIn }
  | { state: 'visitor'; trouble: string | undefined }

const names = { signIn: 'signIn', signingIn: 'signingIn', trouble: 'signInTrouble', before: 'signedInBefore' } as const

/** Survives a sign-out. */
export const keptAtSignOut: readonly string[] = [names.trouble, names.before]

const parsed = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T | undefined => {
  const { success, output } = v.safeParse(schema, value)
  return success ? output : undefined
}

export const readSignIn = async (): Promise<SignIn | undefined> => parsed(SignIn, await readValue('local', names.signIn))
export const writeSignIn = (own: SignIn | undefined): Promise<void> => writeValue('local', names.signIn, own)
/** Calls back when somebody signs in or out. */
export const onSignIn = (listener: () => void): (() => void) => onValue('local', names.signIn, listener)

export const readSigningIn = async (): Promise<SigningIn | undefined> =>
  parsed(SigningIn, await readValue('session', names.signingIn))
export const writeSigningIn = (waiting: SigningIn | undefined): Promise<void> => writeValue('session', names.signingIn, waiting)

/** Why nobody is signed in, if known. */
export const readTrouble = async (): Promise<string | undefined> =>
  parsed(Trouble, await readValue('local', names.trouble))?.message
export const writeTrouble = (message: string | undefined): Promise<void> =>
  writeValue('local', names.trouble, message === undefined ? undefined : ({ message } satisfies Trouble))

/** The server and device of this browser's last sign-in, so the next one needs less typing and doesn't create a second device. */
const Before = v.object({ origin: v.string(), device: v.string() })
export const readBefore = async (): Promise<v.InferOutput<typeof Before> | undefined> =>
  parsed(Before, await readValue('local', names.before))
export const writeBefore = ({ origin, device }: SignIn): Promise<void> => writeValue('local', names.before, { origin, device })

/** Follows the access of this browser, for a page. */
export function openAccess(): ReadableAtom<Access> {
  const $access = atom<Access>({ state: 'reading' })
  async function read(): Promise<void> {
    const [own, signingIn, trouble] = await Promise.all([readSignIn(), readSigningIn(), readTrouble()])
    if (own) $access.set({ state: 'signed-in', own })
    else if (signingIn) $access.set({ state: 'waiting', signingIn })
    else $access.set({ state: 'visitor', trouble })
  }
  onSignIn(() => void read())
  onValue('session', names.signingIn, () => void read())
  onValue('local', names.trouble, () => void read())
  void read()
  return $access
}
