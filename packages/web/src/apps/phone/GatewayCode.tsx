// Shows the address and the code for signing a phone in with the app SMS Gateway for Android.

import { useStore } from '@nanostores/react'
import { createGatewayCode, type Gives, Refusal } from '@waypost/protocol'
import { useEffect, useState } from 'react'
import { helpSite, supportContact } from '../../browser/document.ts'
import { hrefOf } from '../../route.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Commands } from '../../ui/Commands.tsx'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row } from '../../ui/layout/layout.tsx'
import styles from './AndroidPhone.module.css'
import { gatewayCode } from './en.ts'

const messages = i18n('gateway-code', gatewayCode)

interface GatewayCodeProps {
  /** Whether a phone has been added already. */
  isAnother: boolean
  /** Called before a code for another phone is created. */
  onAnother: () => void
  /** Called when a code appears, and when it disappears. */
  onShown: (shown: boolean) => void
}

/** Creates the code on a click, and shows it until it expires. */
export function GatewayCode({ isAnother, onAnother, onShown }: GatewayCodeProps) {
  const t = useStore(messages)
  const session = useSession()
  const sealed = useStore(session.encryption.$key) !== undefined
  const offline = useStore(session.$connection) === 'offline'
  const [shown, setShown] = useState<Gives<typeof createGatewayCode>>()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const left = useSecondsUntil(shown?.expires)
  const isOver = shown !== undefined && left <= 0
  const isValid = shown !== undefined && !isOver
  useEffect(() => {
    onShown(isValid)
    return () => onShown(false)
  }, [onShown, isValid])
  // The phone has used it.
  useEffect(() => {
    if (isAnother) setShown(undefined)
  }, [isAnother])
  useEffect(() => {
    if (isOver) say(messages.get().over)
  }, [isOver])

  async function make() {
    setBusy(true)
    setTrouble(undefined)
    try {
      const made = await session.call(createGatewayCode, {})
      if (isAnother) onAnother()
      setShown(made)
      say(t.code({ code: [...made.code].join(' ') }))
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      setTrouble(refusal.code === 'network' ? t.failed : refusal.message)
    }
    setBusy(false)
  }

  if (sealed)
    return (
      <div className={styles.note}>
        <p>{t.sealed}</p>
        <p>
          <a href={hrefOf('settings', 'encryption')}>{t.settings}</a>
        </p>
      </div>
    )
  return (
    <>
      {shown ? <Typed {...shown} left={left} /> : !isAnother && <p className={styles.second}>{t.lead}</p>}
      {offline && <p className={styles.note}>{t.offline}</p>}
      {trouble !== undefined && !offline && (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
      <Row gap={2} align="start" wrap>
        <Button
          kind={isValid || isAnother ? 'secondary' : 'primary'}
          busy={busy}
          unavailable={offline}
          onClick={() => void make()}
        >
          {shown ? t.again : isAnother ? t.another : t.show}
        </Button>
      </Row>
      {isValid && <p className={styles.second}>{t.refused}</p>}
    </>
  )
}

function Typed({ address, code, left }: { address: string; code: string; left: number }) {
  const t = useStore(messages)
  return (
    <>
      {address.startsWith('http:') && (
        <div className={styles.note}>
          <p>{t.insecure}</p>
          <p>
            <a href={helpSite() ?? supportContact().href}>{t.contact}</a>
          </p>
        </div>
      )}
      <p>{t.address}</p>
      <Commands lines={[address]} />
      <p>{t.signIn}</p>
      {left > 0 ? (
        <>
          <p className="hidden-words">{t.code({ code: [...code].join(' ') })}</p>
          <p className={styles.digits} aria-hidden="true" dir="ltr" data-code="">
            <span>{code.slice(0, 3)}</span>
            <span>{code.slice(3)}</span>
          </p>
          <p role="timer" className={styles.second}>
            {t.left({ time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
          </p>
        </>
      ) : (
        <p className={styles.note}>{t.over}</p>
      )}
    </>
  )
}

/** Whole seconds until a server time, in seconds since 1970; 0 once it has passed. */
function useSecondsUntil(time: number | undefined): number {
  const ahead = useStore(useSession().$clockAhead)
  const [now, setNow] = useState(Date.now)
  const left = time === undefined ? 0 : Math.max(0, Math.ceil(time - (now + ahead) / 1_000))
  const isRunning = left > 0
  useEffect(() => {
    if (time === undefined) return
    setNow(Date.now())
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [time, isRunning])
  return left
}
