// Draws the form for the domains whose email addresses may sign up.

import { useStore } from '@nanostores/react'
import { limits } from '@waypost/protocol'
import { useState } from 'react'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { SettingForm, Source } from './Setting.tsx'
import { type SettingFormProps, useSaving } from './use-settings.ts'

const messages = i18n('server-domains', {
  domains: 'Only addresses of these domains',
  help: 'Like example.org, example.com. Empty: addresses of every domain. It holds for every way to sign up, and for people who are invited.',
  every: 'every domain',
  save: 'Save domains',
})

export function DomainsForm({ settings: { sign_up_domains }, save }: SettingFormProps) {
  const t = useStore(messages)
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
        maxLength={limits.signUpDomainsLength}
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
