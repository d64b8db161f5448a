import { useStore } from '@nanostores/react'
import { getUsage } from '@waypost/protocol'
import { useId } from 'react'
import { sizeOf } from '../format/size.ts'
import { Loading } from '../page/topics/Loading.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useAnswer } from '../page/topics/use-loaded.ts'
import { i18n, region } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { usageWords } from './en.ts'
import styles from './Settings.module.css'

const messages = i18n('usage', usageWords)

/** Storage and SMS of the account, with their limits. */
export function Usage() {
  const t = useStore(messages)
  const [usage, reload] = useAnswer(getUsage)
  const count = (value: number) => new Intl.NumberFormat(region).format(value)
  return (
    <Topic title={t.title}>
      <Loading loaded={usage} onRetry={reload}>
        {({ storage_used, storage_limit, texts_sent, texts_limit }) => (
          <Stack gap={4} className={styles.usage}>
            <Meter label={t.storage} used={storage_used} limit={storage_limit} format={sizeOf} />
            <Meter label={t.sms} used={texts_sent} limit={texts_limit} format={count} />
          </Stack>
        )}
      </Loading>
    </Topic>
  )
}

interface MeterProps {
  label: string
  used: number
  /** Undefined if there is none. */
  limit: number | undefined
  format: (value: number) => string
}

function Meter({ label, used, limit, format }: MeterProps) {
  const t = useStore(messages)
  const id = useId()
  const words = limit === undefined ? t.unlimited({ used: format(used) }) : t.of({ used: format(used), limit: format(limit) })
  return (
    <Row gap={3} rowGap={1} align="baseline" justify="between" wrap className={styles.meter}>
      <span id={id}>{label}</span>
      <span className={topic.lead}>{words}</span>
      {limit !== undefined && <progress aria-labelledby={id} aria-valuetext={words} value={Math.min(used, limit)} max={limit} />}
    </Row>
  )
}
