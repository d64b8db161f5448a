import { useStore } from '@nanostores/react'
import { type SignUpMode, signUpDomainsLength, signUpModes } from '@waypost/protocol'
import { useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { serverDomains, serverSignUp } from './en.ts'
import styles from './Operation.module.css'
import { type SettingChanges, SettingForm, type SettingFormProps, Source, useSaving } from './Setting.tsx'

const messages = i18n('server-sign-up', serverSignUp)

/** The form for who may create an account. */
export function SignUpForm({ settings: { sign_up }, save }: SettingFormProps) {
  const t = useStore(messages)
  const saving = useSaving(save)
  const [picked, setPicked] = useState<SignUpMode>()
  const fixed = sign_up.source === 'environment'
  const mode = picked ?? sign_up.value
  const words: Record<SignUpMode, [string, string]> = {
    open: [t.open, t.openMore],
    invite: [t.invite, t.inviteMore],
    closed: [t.closed, t.closedMore],
  }

  async function submit(changes: SettingChanges) {
    if (await saving.submit(changes)) setPicked(undefined)
  }

  const fields = (
    <>
      <fieldset className={styles.choices} disabled={fixed}>
        <legend className={styles.label}>{t.who}</legend>
        {signUpModes.map((one) => (
          <Row key={one} as="label" gap={3} align="start" className={styles.choice}>
            <input
              type="radio"
              name="sign_up"
              checked={mode === one}
              onChange={() => {
                setPicked(one)
                saving.touch()
              }}
            />
            <span>
              {words[one][0]}
              <small>{words[one][1]}</small>
            </span>
          </Row>
        ))}
      </fieldset>
      <Source setting={sign_up} usual={words[sign_up.usual][0]} />
    </>
  )
  if (fixed)
    return (
      <Stack gap={3} className={topic.form}>
        {fields}
      </Stack>
    )
  return (
    <SettingForm
      saving={saving}
      label={t.save}
      changed={mode !== sign_up.value}
      onDefault={sign_up.source === 'administrator' ? () => void submit({ defaults: ['sign_up'] }) : undefined}
      onSubmit={() => void submit({ sign_up: mode })}
    >
      {fields}
    </SettingForm>
  )
}

const domainWords = i18n('server-domains', serverDomains)

export function DomainsForm({ settings: { sign_up_domains }, save }: SettingFormProps) {
  const t = useStore(domainWords)
  const saving = useSaving(save)
  const [typed, setTyped] = useState<string>()
  const listed = sign_up_domains.value ?? ''
  const wanted = (typed ?? listed).trim()

  async function submit() {
    if (await saving.submit(wanted === '' ? { defaults: ['sign_up_domains'] } : { sign_up_domains: wanted })) setTyped(undefined)
  }

  return (
    <SettingForm saving={saving} label={t.save} changed={wanted !== listed} onSubmit={() => void submit()}>
      <TextField
        label={t.domains}
        help={t.help}
        value={typed ?? listed}
        maxLength={signUpDomainsLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          setTyped(target.value)
          saving.touch()
        }}
      />
      <Source setting={sign_up_domains} usual={t.every} />
    </SettingForm>
  )
}
