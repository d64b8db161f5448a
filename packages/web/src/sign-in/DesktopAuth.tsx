import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { listensHere } from '../browser/local-program.ts'
import { go, isMarked, leaveFor, markVisit } from '../browser/location.ts'
import { useQuery } from '../route.ts'
import { signedIn } from '../session/account.ts'
import { Button, ButtonLink } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card } from './Card.tsx'
import { desktopAuth } from './en.ts'
import { desktopAddress, desktopDone, desktopProvider, desktopRequest } from './flow.ts'
import { beginSignIn } from './sign-in.ts'
import { useProviders } from './use-providers.ts'

const messages = i18n('desktop-auth', desktopAuth)

/** How long to wait for the program before a link is shown, in milliseconds. */
const patience = 5_000
const handed = 'handed_over'

type Outcome = 'handing' | 'stuck' | 'nobody' | 'back'

/** `/desktop_auth`: signs in a program on this machine by sending the access token to its local port. */
export function DesktopAuth() {
  const t = useStore(messages)
  const request = desktopRequest(useQuery())
  const [providers] = useProviders()
  const key = signedIn()?.api_key
  const done = desktopDone(request)
  const { source, type } = request
  const address = key && desktopAddress(request, key)
  const [outcome, retry] = useHandOver(address)

  useEffect(() => {
    if (key || providers === 'loading') return
    const chosen = typeof providers === 'object' ? desktopProvider(desktopRequest({ type: type ?? '' }), providers) : undefined
    if (chosen) beginSignIn(chosen, { next: done, source, method: 'login' })
    else go(`/signin?${new URLSearchParams({ next: done, source })}`, { replace: true })
  }, [key, providers, type, done, source])

  return (
    <Card title={t.title}>
      {(!key || outcome === 'handing' || outcome === 'stuck') && (
        <p className={styles.second}>{key ? t.handingOver : t.signingIn}</p>
      )}
      {address && outcome !== 'handing' ? (
        <Stack gap={3} role="status">
          <p className={styles.second}>{t[outcome]}</p>
          <p className={styles.second}>{t.again}</p>
          {outcome === 'nobody' && (
            <Button kind="primary" onClick={retry}>
              {t.retry}
            </Button>
          )}
          <ButtonLink href={address}>{t.link}</ButtonLink>
          <ButtonLink kind="quiet" href="/device">
            {t.code}
          </ButtonLink>
        </Stack>
      ) : (
        <Stack gap={4} className={styles.wait}>
          <Spinner label={t.wait} />
        </Stack>
      )}
    </Card>
  )
}

/**
 * Leaves for the program's address, unless nothing listens there: then the browser would show an error page instead of this one. Someone
 * who comes back from such an error page isn't sent there again.
 */
function useHandOver(address: string | undefined): [Outcome, retry: () => void] {
  const [outcome, setOutcome] = useState<Outcome>(() => (isMarked(handed) ? 'back' : 'handing'))
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (!address || (round === 0 && isMarked(handed))) return
    let wanted = true
    setOutcome('handing')
    void listensHere(address).then((listens) => {
      if (!wanted) return
      if (listens === false) return setOutcome('nobody')
      markVisit(handed)
      leaveFor(address)
    })
    const timer = setTimeout(() => setOutcome((now) => (now === 'handing' ? 'stuck' : now)), patience)
    return () => {
      wanted = false
      clearTimeout(timer)
    }
  }, [address, round])

  return [outcome, () => setRound(round + 1)]
}
