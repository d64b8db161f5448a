import { useStore } from '@nanostores/react'
import { type Gives, getVersion } from '@waypost/protocol'
import { useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { $now } from '../../browser/clock.ts'
import { momentOf, timeAgo } from '../../format/time.ts'
import { ActButton } from '../../page/topics/ActButton.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useAnswer } from '../../page/topics/use-loaded.ts'
import { say } from '../../ui/accessibility/announce.ts'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { serverPlans, serverTab, serverVersion } from './en.ts'
import { Facts } from './Facts.tsx'
import { NameForm } from './NameForm.tsx'
import { type SettingFormProps, useSaving, useSettings } from './Setting.tsx'
import { DomainsForm, SignUpForm } from './SignUpForm.tsx'

const messages = i18n('server-tab', serverTab)

/** The server settings: name and picture, who may sign up, whether there are plans; and the version. */
export function ServerTab() {
  const t = useStore(messages)
  const { loaded, reload, save } = useSettings()
  return (
    <Stack gap={4}>
      <Topic title={t.name} lead={t.nameLead}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => <NameForm settings={settings} save={save} />}
        </Loading>
      </Topic>
      <Topic title={t.signUp}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => (
            <>
              <SignUpForm settings={settings} save={save} />
              <DomainsForm settings={settings} save={save} />
            </>
          )}
        </Loading>
      </Topic>
      <Topic title={t.plans}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => <PlansForm settings={settings} save={save} />}
        </Loading>
      </Topic>
      <Version />
    </Stack>
  )
}

const planWords = i18n('server-plans', serverPlans)

function PlansForm({ settings: { plans, paying }, save }: SettingFormProps) {
  const t = useStore(planWords)
  const saving = useSaving(save)
  const on = plans.value === 'on'
  const blocked = on && paying > 0
  const label = on ? t.switchOff : t.switchOn

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
            <Row gap={2} wrap className={topic.actions}>
              <ActButton
                label={label}
                words={{ confirm: label, busy: t.busy }}
                onConfirm={() => saving.submit({ plans: on ? 'off' : 'on' })}
              />
              <span className={topic.done}>{saving.done}</span>
            </Row>
          )}
        </>
      )}
    </>
  )
}

const versionWords = i18n('server-version', serverVersion)

type Shown = Gives<typeof getVersion>
function Version() {
  const t = useStore(versionWords)
  const now = useStore($now)
  const [loaded, reload] = useAnswer(getVersion)
  const [copied, setCopied] = useState(false)

  const httpsFacts = ({ domain, ends, failure }: NonNullable<Shown['https']>): [string, string][] => [
    [t.https, ends === undefined ? t.httpsNone({ domain }) : t.httpsUntil({ domain, time: momentOf(ends * 1_000) })],
    ...(failure === undefined ? [] : ([[t.httpsFailure, failure]] as [string, string][])),
  ]
  const phonesFact = ({ account = '', running, problem }: NonNullable<Shown['phones']>): [string, string] => [
    t.phones,
    problem !== undefined ? t.phonesOff({ problem }) : running ? t.phonesOf({ account }) : t.phonesWait,
  ]
  const facts = (shown: Shown, started: string): [string, string][] => [
    [t.version, String(shown.version)],
    [t.node, shown.node],
    [t.system, shown.system],
    [t.database, shown.database],
    [t.migration, shown.migration],
    [t.bus, shown.bus],
    [t.files, shown.files],
    [t.mail, shown.mail],
    ...(shown.https ? httpsFacts(shown.https) : []),
    ...(shown.phones ? [phonesFact(shown.phones)] : []),
    [t.started, started],
    [t.nodes, shown.nodes.map(({ host, version }) => `${host} (${version})`).join(', ')],
  ]

  async function copy(shown: Shown) {
    const lines = facts(shown, new Date(shown.started * 1_000).toISOString()).map(([name, value]) => `${name}: ${value}`)
    if (!(await copyText(lines.join('\n')))) return
    setCopied(true)
    say(t.copied)
  }

  return (
    <Topic title={t.title}>
      <Loading loaded={loaded} onRetry={reload}>
        {(shown) => (
          <>
            <Facts facts={facts(shown, timeAgo(shown.started * 1_000, now))} />
            <Row gap={2} wrap className={topic.actions}>
              <Button onClick={() => void copy(shown)}>{t.copy}</Button>
              <span className={topic.done}>{copied && t.copied}</span>
            </Row>
          </>
        )}
      </Loading>
    </Topic>
  )
}
