import { useStore } from '@nanostores/react'
import { checkInvitation, type Gives, Refusal } from '@waypost/protocol'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useHash } from '../route.ts'
import { visitor } from '../session/account.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { Spinner } from '../ui/inputs/Spinner.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Card.module.css'
import { Card, EndCard, Trouble } from './Card.tsx'
import { invited } from './en.ts'

const messages = i18n('invited', invited)

/** The secret of an invitation in the address. It is in the fragment, which browsers never send to a server. */
export function useInvite(): string | undefined {
  return new URLSearchParams(useHash().slice(1)).get('invite') || undefined
}

interface InvitedProps {
  invite: string
  children: (email: string, frame: (ways: ReactNode) => ReactNode) => ReactNode
}

/** The page of an invitation. If it no longer works, it says so, and what to do. */
export function Invited({ invite, children }: InvitedProps) {
  const t = useStore(messages)
  const [found, setFound] = useState<'checking' | 'ended' | { trouble: string } | Gives<typeof checkInvitation>>('checking')
  const check = useCallback(() => {
    setFound('checking')
    visitor()
      .call(checkInvitation, { invite })
      .then(setFound, (error: unknown) =>
        setFound(
          error instanceof Refusal && error.code === 'invite_ended'
            ? 'ended'
            : { trouble: error instanceof Error ? error.message : String(error) },
        ),
      )
  }, [invite])
  useEffect(check, [check])

  if (found === 'ended')
    return (
      <EndCard title={t.ended} why={t.endedWhat} label={t.signIn}>
        <p>{t.endedWhy}</p>
      </EndCard>
    )
  if (found === 'checking')
    return (
      <Card key="checking" title={t.checkingTitle}>
        <Stack gap={4} className={styles.wait}>
          <Spinner label={t.loading} />
        </Stack>
      </Card>
    )
  if ('trouble' in found)
    return (
      <Card key="trouble" title={t.checkingTitle}>
        <Trouble text={found.trouble} />
        <Button onClick={check}>{t.retry}</Button>
      </Card>
    )
  const { email, invited_by = '' } = found
  const [title, lead] =
    found.setup || email === undefined ? [t.setup, t.setupLead] : [t.title({ name: invited_by }), t.lead({ email })]
  return children(email ?? '', (ways) => (
    <Card key="found" title={title}>
      <p>{lead}</p>
      {ways}
    </Card>
  ))
}
