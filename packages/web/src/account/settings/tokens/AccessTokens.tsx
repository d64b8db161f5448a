// Draws the settings that create access tokens, list them, and revoke one or all.

import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import {
  type AccessToken,
  createAccessToken,
  deleteAccessToken,
  deleteAllAccessTokens,
  limits,
  listAccessTokens,
  type Scope,
  scopes as scopeNames,
} from '@waypost/protocol'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { copyText } from '../../../browser/clipboard.ts'
import { $now } from '../../../browser/clock.ts'
import { rightOf } from '../../../format/scopes.ts'
import { Loading } from '../../../page/topics/Loading.tsx'
import topic from '../../../page/topics/Topic.module.css'
import { Topic } from '../../../page/topics/Topic.tsx'
import { attempt, useLoaded } from '../../../page/topics/use-loaded.ts'
import { useSession } from '../../../session/context.ts'
import { say } from '../../../ui/accessibility/announce.ts'
import { focusIfLost } from '../../../ui/accessibility/focus-soon.ts'
import { Button } from '../../../ui/inputs/Button.tsx'
import { IconButton } from '../../../ui/inputs/IconButton.tsx'
import { SelectField } from '../../../ui/inputs/SelectField.tsx'
import { TextField } from '../../../ui/inputs/TextField.tsx'
import { TwoStep } from '../../../ui/inputs/TwoStep.tsx'
import { i18n, params, region } from '../../../ui/language.ts'
import { RemovableList } from '../../../ui/lists/RemovableList.tsx'
import { showAlert } from '../../../ui/notices/notices.ts'
import own from './AccessTokens.module.css'
import { lineOfToken } from './token-line.ts'

const messages = i18n('access-tokens', {
  title: 'Access Tokens',
  lead: 'A program that has a token acts in your name. Give each program its own, and only the access that it needs.',
  access: 'Access',
  everything: 'Everything',
  chosen: 'Only what I choose',
  may: 'The token may:',
  nothingChosen: 'Choose what the token may do.',
  name: 'Name (optional)',
  nameHelp: 'What the token is for, for example the name of the program.',
  expires: 'Expires',
  never: 'Never',
  days: params('After {days} days'),
  expiresAt: params('Expires: {date}'),
  revoke: 'Revoke',
  revokeThis: params('Revoke {name}'),
  revoked: params('{name} is revoked.'),
  revoking: 'Revoking...',
  notRevoked: 'The token was not revoked',
  create: 'Create a token',
  once: 'This is the only time it is shown.',
  copy: 'Copy',
  copied: 'Copied',
  notCreated: "Couldn't create the token. Try again.",
  reset: 'Reset all tokens',
  resetLead: 'Every program and every browser is signed out, this one too.',
  sure: 'I am sure',
  cancel: 'Cancel',
  resetting: 'Resetting...',
  notReset: "Couldn't reset the tokens. Try again.",
})

const load = async (session: Session) => (await session.call(listAccessTokens, {})).access_tokens

/** The scopes to choose from. */
const choices = scopeNames.filter((scope) => scope !== 'everything')

/** Days after which a token may expire. */
const lifetimes = [7, 30, 90, 365]

/** Creates access tokens, each shown once, lists them, and revokes one or all. */
export function AccessTokens({ onSignOut }: { onSignOut: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const now = useStore($now)
  const [tokens, reload] = useLoaded(load)
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  /** Undefined for everything. */
  const [scopes, setScopes] = useState<readonly Scope[]>()
  const [token, setToken] = useState<string>()
  const [creating, setCreating] = useState(false)
  const [copied, setCopied] = useState(false)
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  async function create() {
    if (scopes?.length === 0) {
      showAlert({ title: t.notCreated, body: t.nothingChosen })
      return
    }
    setCreating(true)
    setCopied(false)
    await attempt(async () => {
      const given = await session.call(createAccessToken, {
        ...(name.trim() && { name }),
        ...(scopes && { scope: scopes.join(' ') }),
        ...(days && { days: Number(days) }),
      })
      setToken(given.access_token)
      setName('')
      reload()
      say(t.once)
    }, t.notCreated)
    setCreating(false)
  }

  async function revoke(iden: string): Promise<boolean> {
    const worked = await attempt(() => session.call(deleteAccessToken, { iden }), t.notRevoked)
    if (worked) reload()
    return worked
  }

  async function reset() {
    if (await attempt(() => session.call(deleteAllAccessTokens, {}), t.notReset)) onSignOut()
    else setAsking(false)
  }

  function lineOf(one: AccessToken): string {
    const date = one.expires && new Intl.DateTimeFormat(region, { dateStyle: 'medium' }).format(one.expires * 1_000)
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
      <div className={own.fields}>
        <TextField
          label={t.name}
          help={t.nameHelp}
          value={name}
          maxLength={limits.nameLength}
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
        <fieldset className={own.choices}>
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
        </fieldset>
      )}
      {token && (
        <>
          <div className={topic.secret}>
            <output name="generated_access_token">
              <code dir="ltr">{token}</code>
            </output>
            <IconButton label={copied ? t.copied : t.copy} onClick={async () => setCopied(await copyText(token))}>
              {copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
            </IconButton>
          </div>
          <p className={topic.lead}>{t.once}</p>
        </>
      )}
      <div className={topic.actions}>
        <Button busy={creating} icon={<KeyRound size={20} aria-hidden="true" />} onClick={() => void create()}>
          {t.create}
        </Button>
        {asking ? (
          <TwoStep
            opener={opener}
            side="start"
            words={{ object: t.reset, confirm: t.sure, cancel: t.cancel, busy: t.resetting }}
            onConfirm={reset}
            onCancel={() => {
              setAsking(false)
              focusIfLost(() => opener.current)
            }}
          />
        ) : (
          <Button ref={opener} kind="quiet" onClick={() => setAsking(true)}>
            {t.reset}
          </Button>
        )}
      </div>
      {asking && <p className={topic.lead}>{t.resetLead}</p>}
    </Topic>
  )
}
