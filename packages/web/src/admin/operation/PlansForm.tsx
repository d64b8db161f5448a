// Draws the switch of the plans of the server.

import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import topic from '../../page/topics/Topic.module.css'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { TwoStep } from '../../ui/inputs/TwoStep.tsx'
import { count, i18n, params } from '../../ui/language.ts'
import { type SettingFormProps, useSaving } from './use-settings.ts'

const messages = i18n('server-plans', {
  on: 'Accounts are on the Free plan or on Pro, which people buy.',
  off: 'There are no plans: everybody has what Pro gives, and nothing is sold.',
  without: 'Without plans everybody has what Pro gives, and no page offers to buy anything.',
  again:
    'With plans, accounts that have not bought Pro have the limits of the Free plan again. Nothing that they store is deleted.',
  paying: count({
    one: 'One account pays for Pro. Plans can be switched off once its subscription is cancelled.',
    other: '{count} accounts pay for Pro. Plans can be switched off once their subscriptions are cancelled.',
  }),
  fixed: params('The server was started with {variable}, which sets this. Change it there.'),
  switchOff: 'Switch plans off',
  switchOn: 'Switch plans on',
  cancel: 'Cancel',
  busy: 'Switching...',
})

export function PlansForm({ settings: { plans, paying }, save }: SettingFormProps) {
  const t = useStore(messages)
  const saving = useSaving(save)
  const [asking, setAsking] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const on = plans.value === 'on'
  const blocked = on && paying > 0
  const label = on ? t.switchOff : t.switchOn

  const back = () => {
    setAsking(false)
    focusSoon(() => opener.current)
  }

  return (
    <>
      <p className={topic.lead}>{on ? t.on : t.off}</p>
      {plans.source === 'environment' ? (
        <p className={topic.lead}>{t.fixed({ variable: plans.variable ?? '' })}</p>
      ) : (
        <>
          <p className={topic.lead}>{blocked ? t.paying(paying) : on ? t.without : t.again}</p>
          {saving.trouble && (
            <p role="alert" className={topic.trouble}>
              {saving.trouble}
            </p>
          )}
          {!blocked && (
            <div className={topic.actions}>
              {asking ? (
                <TwoStep
                  opener={opener}
                  side="start"
                  words={{ object: label, confirm: label, cancel: t.cancel, busy: t.busy }}
                  onConfirm={async () => {
                    await saving.submit({ plans: on ? 'off' : 'on' })
                    back()
                  }}
                  onCancel={back}
                />
              ) : (
                <Button ref={opener} onClick={() => setAsking(true)}>
                  {label}
                </Button>
              )}
              <span className={topic.done}>{saving.done}</span>
            </div>
          )}
        </>
      )}
    </>
  )
}
