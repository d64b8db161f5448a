import { useStore } from '@nanostores/react'
import { Refusal } from '@waypost/protocol'
import { useState } from 'react'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from '../Card.module.css'
import { Card, Trouble } from '../Card.tsx'
import { enterBy } from '../sign-in.ts'
import { linkSignIn } from './en.ts'

const messages = i18n('link-sign-in', linkSignIn)

/** Signs in with a link from the server's command line. It asks first: programs that inspect links open them too. */
export function LinkSignIn({ secret }: { secret: string }) {
  const t = useStore(messages)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string>()

  async function signIn() {
    setTrouble(undefined)
    setBusy(true)
    try {
      await enterBy({ access_token: secret, type: 'link' }, '/')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      setBusy(false)
      setTrouble(error.message)
    }
  }

  return (
    <Card title={t.title}>
      {trouble && <Trouble text={trouble} />}
      <p className={styles.second}>{t.lead}</p>
      <Stack gap={3}>
        <Button wide kind="primary" busy={busy} onClick={() => void signIn()}>
          {t.signIn}
        </Button>
        <ButtonLink wide kind="quiet" href="/signin">
          {t.other}
        </ButtonLink>
      </Stack>
    </Card>
  )
}
