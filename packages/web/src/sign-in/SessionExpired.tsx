import { useStore } from '@nanostores/react'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import { Card } from './Card.tsx'
import { sessionExpired } from './en.ts'

const messages = i18n('session-expired', sessionExpired)

/** Asks to sign in again: the server rejects the access token, and no account is stored here. */
export function SessionExpired({ next }: { next: string }) {
  const t = useStore(messages)
  return (
    <Card title={t.title}>
      <Stack gap={3}>
        <ButtonLink kind="primary" href={`/signin?${new URLSearchParams({ next })}`}>
          {t.signIn}
        </ButtonLink>
      </Stack>
    </Card>
  )
}
