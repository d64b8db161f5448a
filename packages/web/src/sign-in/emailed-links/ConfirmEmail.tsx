import { useStore } from '@nanostores/react'
import { checkEmailLink, confirmEmail, Refusal } from '@waypost/protocol'
import { useCallback, useState } from 'react'
import { useHash } from '../../route.ts'
import { visitor } from '../../session/account.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Card, EndCard } from '../Card.tsx'
import { CheckedLink, linkAfter, useEmailedLink } from './emailed-link.tsx'
import { confirmEmailWords } from './en.ts'

const messages = i18n('confirm-email', confirmEmailWords)

/** Changes the email address of an account after a click, so a program that opens links in emails changes nothing. */
export function ConfirmEmail() {
  const token = new URLSearchParams(useHash().slice(1)).get('token') ?? ''
  return token === '' ? <Ended by="expired" /> : <LinkPage key={token} token={token} />
}

function Ended({ by }: { by: 'expired' | 'taken' }) {
  const t = useStore(messages)
  const why = by === 'taken' ? t.takenWhy : t.expiredWhy
  return <EndCard key={by} title={t[by]} why={why} label={t.settings} href="/#settings/account" />
}

function LinkPage({ token }: { token: string }) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  /** Whether the link proves the account's current address. */
  const [proves, setProves] = useState(false)
  const [end, setEnd] = useState<'taken' | { changed: string }>()
  const check = useCallback(async () => {
    const addresses = await visitor().call(checkEmailLink, { token })
    setProves(addresses.email === addresses.new_email)
    return addresses
  }, [token])
  const { link, setLink, checkAgain } = useEmailedLink(check)

  function confirm() {
    setBusy(true)
    visitor()
      .call(confirmEmail, { token })
      .then(
        ({ email }) => setEnd({ changed: email }),
        (error: unknown) => (isTaken(error) ? setEnd('taken') : setLink(linkAfter(error))),
      )
      .finally(() => setBusy(false))
  }

  if (link === 'expired' || end === 'taken') return <Ended by={end === 'taken' ? end : 'expired'} />
  if (end)
    return (
      <Card key="done" title={proves ? t.proven : t.done}>
        <p>{(proves ? t.provenMore : t.doneMore)({ email: end.changed })}</p>
        <ButtonLink wide kind="primary" href="/">
          {t.go}
        </ButtonLink>
      </Card>
    )
  return (
    <Card key="ask" title={proves ? t.proofTitle : t.title}>
      <CheckedLink link={link} onRetry={checkAgain}>
        {({ email, new_email }) => (
          <>
            <p>{proves ? t.proofQuestion({ email }) : t.question({ email, newEmail: new_email })}</p>
            <Button kind="primary" wide busy={busy} onClick={confirm}>
              {proves ? t.proofConfirm : t.confirm}
            </Button>
          </>
        )}
      </CheckedLink>
    </Card>
  )
}

const isTaken = (error: unknown) => error instanceof Refusal && error.code === 'email_taken'
