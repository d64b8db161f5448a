import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  type AccessToken,
  createAccessToken,
  deleteAccessToken,
  deleteAllAccessTokens,
  listAccessTokens,
  nameLength,
  type Scope,
  scopes as scopeNames,
} from '@waypost/protocol'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { $now } from '../../browser/clock.ts'
import { rightOf } from '../../format/scopes.ts'
import { shortDay } from '../../format/time.ts'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import { Secret } from '../../page/topics/Secret.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { attempt, useLoaded } from '../../page/topics/use-loaded.ts'
import { useSession } from '../../session/context.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { showAlert } from '../../ui/feedback/feedback.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { SelectField } from '../../ui/inputs/SelectField.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { RemovableList } from '../../ui/lists/RemovableList.tsx'
import styles from '../Settings.module.css'
import { accessTokens } from './en.ts'
import { lineOfToken } from './token-line.ts'

const messages = i18n('access-tokens', accessTokens)

const load = async (session: Session) => (await session.call(listAccessTokens, {})).access_tokens

const choices = scopeNames.filter((scope) => scope !== 'everything')

/** In days. */
const lifetimes = [7, 30, 90, 365]

/** Creates access tokens, each shown once, lists them, and revokes one or all. */
export function AccessTokens({ onSignOut }: { onSignOut: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const [tokens, reload] = useLoaded(load)

  async function revoke(iden: string): Promise<boolean> {
    const worked = await attempt(() => session.call(deleteAccessToken, { iden }), t.notRevoked)
    if (worked) reload()
    return worked
  }

  function lineOf(one: AccessToken): string {
    const date = one.expires && shortDay(one.expires * 1_000)
    const access = one.scopes.includes('everything') ? t.everything : one.scopes.map(rightOf).join(', ')
    return [access, lineOfToken(one, now), date && t.expiresAt({ date })].filter(Boolean).join(' · ')
  }

  return (
    <Topic title={t.title} lead={t.lead}>
      <Loading loaded={tokens} onRetry={reload}>
        {(all) =>
          all.length > 0 && (
            <RemovableList
              items={all.map((one) => ({
                key: one.iden,
                name: one.name,
                picture: <KeyRound size={24} aria-hidden="true" />,
                line: lineOf(one),
              }))}
              onRemove={revoke}
              words={{
                remove: t.revoke,
                confirm: t.sure,
                busy: t.revoking,
                removeThis: (name) => t.revokeThis({ name }),
                removed: (name) => t.revoked({ name }),
              }}
              empty={undefined}
            />
          )
        }
      </Loading>
      <NewToken onCreated={reload}>
        <ActButton
          label={t.reset}
          kind="quiet"
          lead={t.resetLead}
          words={{ busy: t.resetting }}
          onConfirm={async () => {
            if (await attempt(() => session.call(deleteAllAccessTokens, {}), t.notReset)) onSignOut()
          }}
        />
      </NewToken>
    </Topic>
  )
}

function NewToken({ onCreated, children }: { onCreated: () => void; children: ReactNode }) {
  const t = useStore(messages)
  const session = useSession()
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  /** Undefined for everything. */
  const [scopes, setScopes] = useState<readonly Scope[]>()
  const [token, setToken] = useState<string>()
  const [creating, setCreating] = useState(false)

  async function create() {
    if (scopes?.length === 0) {
      showAlert({ title: t.notCreated, body: t.nothingChosen })
      return
    }
    setCreating(true)
    await attempt(async () => {
      const given = await session.call(createAccessToken, {
        ...(name.trim() && { name }),
        ...(scopes && { scope: scopes.join(' ') }),
        ...(days && { days: Number(days) }),
      })
      setToken(given.access_token)
      setName('')
      onCreated()
      say(t.once)
    }, t.notCreated)
    setCreating(false)
  }

  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={t.name}
          help={t.nameHelp}
          value={name}
          maxLength={nameLength}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label={t.access}
          value={scopes ? 'chosen' : 'everything'}
          onChange={({ target }) => setScopes(target.value === 'chosen' ? [] : undefined)}
          choices={[
            { value: 'everything', label: t.everything },
            { value: 'chosen', label: t.chosen },
          ]}
        />
        <SelectField
          label={t.expires}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          choices={[
            { value: '', label: t.never },
            ...lifetimes.map((days) => ({ value: String(days), label: t.days({ days: String(days) }) })),
          ]}
        />
      </div>
      {scopes && (
        <Stack as="fieldset" gap={1} className={styles.choices}>
          <legend>{t.may}</legend>
          {choices.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(target.checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
                }
              />
              {rightOf(scope)}
            </label>
          ))}
        </Stack>
      )}
      {token && (
        <>
          <Secret text={token} name="generated_access_token" />
          <p className={topic.lead}>{t.once}</p>
        </>
      )}
      <Row gap={2} wrap className={topic.actions}>
        <Button busy={creating} icon={<KeyRound size={20} aria-hidden="true" />} onClick={() => void create()}>
          {t.create}
        </Button>
        {children}
      </Row>
    </>
  )
}
