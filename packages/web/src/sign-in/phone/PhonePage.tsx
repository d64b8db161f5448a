import { useStore } from '@nanostores/react'
import { platform } from '@waypost/client'
import {
  createDevice,
  finishPhoneSignIn,
  type Gives,
  getDevice,
  isPassing,
  openPhoneSignIn,
  Refusal,
  retryIn,
} from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { deviceHere } from '../../browser/app/device-here.ts'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { useHash } from '../../route.ts'
import { callsOf, signedIn, visitor } from '../../session/account.ts'
import { ownDevice, storeOwnDevice } from '../../session/own-device.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Dots, Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import card from '../Card.module.css'
import { AlreadySignedIn, Card, Trouble } from '../Card.tsx'
import { enterWithSession } from '../sign-in.ts'
import { phonePage } from './en.ts'
import styles from './SignInPhone.module.css'

const messages = i18n('phone-page', phonePage)

/** `/phone#<secret>`: signs this phone in after a press on the computer that shows the code. */
export function PhonePage() {
  const t = useStore(messages)
  const secret = useHash().slice(1)
  const [account] = useState(signedIn)
  const [another, setAnother] = useState(false)
  if (account && !another)
    return (
      <AlreadySignedIn email={account.email} next="/">
        {secret && (
          <Button wide onClick={() => setAnother(true)}>
            {t.another}
          </Button>
        )}
      </AlreadySignedIn>
    )
  if (!secret) return <Failed text={t.broken} />
  return <Waiting key={secret} secret={secret} />
}

function Failed({ text }: { text: string }) {
  const t = useStore(messages)
  return (
    <Card key="failed" title={t.title}>
      <Trouble text={text} />
      <ButtonLink wide href="/signin">
        {t.toSignIn}
      </ButtonLink>
    </Card>
  )
}

type Opened = Gives<typeof openPhoneSignIn>

function Waiting({ secret }: { secret: string }) {
  const t = useStore(messages)
  const [opened, setOpened] = useState<Opened>()
  const [trouble, setTrouble] = useState<string>()
  useEffect(() => {
    const key = keyOf(secret)
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const fail = (text: string) => left || setTrouble(text)
    const again = (seconds: number, work: () => void) => {
      if (!left) timer = setTimeout(work, seconds * 1_000)
    }

    async function open() {
      try {
        const given = await visitor().call(openPhoneSignIn, { secret, key })
        if (!left) setOpened(given)
        again(given.interval, () => void poll(given, 0))
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (isPassing(error)) again(retryIn(error, 3_000) / 1_000, () => void open())
        else fail(error.message)
      }
    }

    async function poll(given: Opened, waited: number) {
      const { interval, expires_in } = given
      let wait = interval
      try {
        const { access_token } = await visitor().call(finishPhoneSignIn, { secret, key })
        writeSetting(keySetting, undefined)
        const device = await deviceOfPhone(access_token)
        await enterWithSession(access_token, () => device !== undefined && storeOwnDevice(device))
        return
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'access_denied') return fail(messages.get().denied)
        if (error.code === 'expired_token' || waited > expires_in) return fail(messages.get().late)
        if (!isPassing(error)) return fail(error.message)
        wait = retryIn(error, (error.code === 'slow_down' ? wait + 5 : wait) * 1_000) / 1_000
      }
      again(wait, () => void poll(given, waited + wait))
    }

    void open()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [secret])
  if (trouble) return <Failed text={trouble} />
  if (!opened)
    return (
      <Card key="opening" title={t.title}>
        <Stack gap={4} className={card.wait}>
          <Spinner label={t.opening} />
        </Stack>
      </Card>
    )
  return (
    <Card key="confirm" title={t.confirm}>
      <p className={styles.number}>{opened.number}</p>
      <p>{t.number}</p>
      <p className={card.second}>{t.account({ email: opened.email })}</p>
      <Row role="status" as="p" gap={3} className={styles.waits}>
        <Dots />
        {t.waiting}
      </Row>
    </Card>
  )
}

const keySetting = 'phone_sign_in'

/** The secret that this browser generates for a code. It is stored, so a reload doesn't count as another phone. */
function keyOf(secret: string): string {
  const [known, key] = readSetting(keySetting)?.split(' ') ?? []
  if (known === secret && key) return key
  const made = platform.unique()
  writeSetting(keySetting, `${secret} ${made}`)
  return made
}

/** The device of this browser for the account of a new session: its earlier device, or a new one; undefined if that failed. */
async function deviceOfPhone(token: string): Promise<string | undefined> {
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
