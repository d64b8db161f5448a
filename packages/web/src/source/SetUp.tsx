import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import type { Push, Source } from '@waypost/protocol'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { mailDomain } from '../browser/document.ts'
import { isLocalhost, origin } from '../browser/location.ts'
import { lastLineOf } from '../format/last-line.ts'
import { nameInWords } from '../format/names.ts'
import { ActButton } from '../page/topics/ActButton.tsx'
import topic from '../page/topics/Topic.module.css'
import { hrefOf, isOpen, sourceItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { say } from '../ui/accessibility/announce.ts'
import { Commands } from '../ui/Commands.tsx'
import { Dots } from '../ui/inputs/Spinner.tsx'
import { Tabs } from '../ui/inputs/Tabs.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import arrival from '../ui/lists/Arrival.module.css'
import { setUpSource } from './en.ts'
import { linesOf, type Way, ways } from './lines.ts'
import { useReplaceTokens } from './replace-tokens.ts'
import styles from './Source.module.css'
import { $tokens, forgetTokens } from './tokens.ts'

const messages = i18n('set-up-source', setUpSource)

/** How to send to a source, with commands to copy, and its first message once it arrives. */
export function SetUp({ target, source }: { target: Target; source: Source }) {
  const t = useStore(messages)
  const name = nameInWords(target)
  const tokens = useStore($tokens).get(source.iden)
  const [way, setWay] = useState<Way>('curl')
  const { replace, trouble } = useReplaceTokens(source.iden)
  useForgotten(source.iden)
  return (
    <>
      <p className={styles.second}>{tokens ? t.once : t.hidden}</p>
      <div>
        <Tabs
          label={t.ways}
          tabs={ways.filter((key) => key !== 'email' || mailDomain() !== undefined).map((key) => ({ key, label: t[key] }))}
          current={way}
          onSelect={(key) => setWay(key as Way)}
        >
          <Stack gap={4} className={styles.lines}>
            <LinesOf way={way} source={source} />
            {isLocalhost() && <p className={styles.second}>{t.local({ origin: origin() })}</p>}
          </Stack>
        </Tabs>
      </div>
      <FirstMessage target={target} />
      <Row gap={2} wrap className={topic.actions}>
        <ActButton
          label={t.replace}
          object={t.replaceThis({ name })}
          lead={t.replaceLead}
          words={{ confirm: t.replace, busy: t.replacing }}
          onConfirm={async () => {
            if (await replace()) say(t.replaced)
          }}
        />
      </Row>
      {trouble && (
        <p role="alert" className={topic.trouble}>
          {trouble}
        </p>
      )}
    </>
  )
}

/** Forgets the tokens when the page is left, but not when it is only re-rendered. */
function useForgotten(iden: string): void {
  useEffect(
    () => () => {
      if (!isOpen('sources', sourceItem(iden, 'setup'))) forgetTokens(iden)
    },
    [iden],
  )
}

function LinesOf({ way, source }: { way: Way; source: Source }) {
  const t = useStore(messages)
  const tokens = useStore($tokens).get(source.iden)
  const lines = linesOf(origin(), source.topic ?? '', tokens, mailDomain())
  if (way === 'curl')
    return (
      <>
        <p>{t.curlLead}</p>
        <Commands lines={lines.curl} />
      </>
    )
  if (way === 'ntfy')
    return (
      <>
        <p>{t.ntfyLead}</p>
        <Named label={t.server} text={lines.ntfy.server} />
        <Named label={t.topic} text={lines.ntfy.topic} />
        <Named label={t.token} text={lines.ntfy.token} />
        <Named label={t.together} text={lines.ntfy.address} />
      </>
    )
  if (way === 'gotify')
    return (
      <>
        <p>{t.gotifyLead}</p>
        <Named label={t.server} text={lines.gotify.server} />
        <Named label={t.gotifyToken} text={lines.gotify.token} />
      </>
    )
  if (way === 'apprise')
    return (
      <>
        <p>{t.appriseLead}</p>
        <Commands lines={[lines.apprise.ntfy]} />
        <Commands lines={[lines.apprise.gotify]} />
      </>
    )
  if (way === 'email')
    return (
      <>
        <p>{t.emailLead}</p>
        {lines.email && <Commands lines={[lines.email]} />}
      </>
    )
  return (
    <>
      <p>{t.webhookLead}</p>
      <Commands lines={[lines.webhook]} />
      <p>
        <a href={hrefOf('sources', sourceItem(source.iden, 'settings'))}>{t.settings}</a>
      </p>
    </>
  )
}

function Named({ label, text }: { label: ReactNode; text: string }) {
  return (
    <Stack gap={1}>
      <p className={styles.label}>{label}</p>
      <Commands lines={[text]} />
    </Stack>
  )
}

function FirstMessage({ target }: { target: Target }) {
  const t = useStore(messages)
  const push = useNewest(target)
  const line = push && lastLineOf(push).words
  return (
    <div role="status">
      {line === undefined ? (
        <p className={styles.waiting}>
          <Dots />
          {t.waiting}
        </p>
      ) : (
        <a href={hrefOf('sources', target.key)} className={arrival.arrived} aria-label={t.first({ words: line })}>
          <TargetAvatar target={target} />
          <span className={arrival.words} dir="auto">
            {line}
          </span>
          <span className={arrival.mark}>
            <Check size={16} aria-hidden="true" />
            {t.arrived}
          </span>
        </a>
      )}
    </div>
  )
}

function useNewest(target: Target): Push | undefined {
  const session = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same conversation, whatever else changes about the target
  const $history = useMemo(() => session.push.history(target), [session, target.key])
  const { items } = useStore($history)
  return items.findLast(({ state }) => state === 'settled')?.push
}
