import { useStore } from '@nanostores/react'
import { Check, Minus } from 'lucide-react'
import { $narrowProTable } from '../browser/media.ts'
import { i18n } from '../ui/language.ts'
import { Stack } from '../ui/layout/layout.tsx'
import styles from './Compare.module.css'
import { proCompare } from './en.ts'

const messages = i18n('pro-compare', proCompare)

type Words = ReturnType<(typeof messages)['get']>

interface Line {
  key: string
  name: string
  free: string | boolean
  pro: string | boolean
}

const linesOf = (t: Words): Line[] => [
  { key: 'file-size', name: t.fileSize, free: t.fileSizeFree, pro: t.fileSizePro },
  { key: 'storage', name: t.storage, free: t.storageFree, pro: t.storagePro },
  { key: 'messaging', name: t.messaging, free: t.messagingFree, pro: t.messagingPro },
  { key: 'actions', name: t.actions, free: true, pro: true },
  { key: 'clipboard', name: t.clipboard, free: false, pro: true },
]

/** Compares Free and Pro: as a table, or as a card on narrow screens. */
export function Compare() {
  const t = useStore(messages)
  const narrow = useStore($narrowProTable)
  const lines = linesOf(t)
  return narrow ? <Card lines={lines} /> : <Table lines={lines} />
}

function Table({ lines }: { lines: readonly Line[] }) {
  const t = useStore(messages)
  return (
    <table className={styles.table}>
      <caption className="hidden-words">{t.caption}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t.free}</th>
          <th scope="col" className={styles.pro}>
            {t.pro}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, free, pro }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>
              <Value value={free} />
            </td>
            <td className={styles.pro}>
              <Value value={pro} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Card({ lines }: { lines: readonly Line[] }) {
  const t = useStore(messages)
  return (
    <section aria-label={t.caption} className={styles.card}>
      <h2 className="hidden-words">{t.caption}</h2>
      <ul>
        {lines.map(({ key, name, free, pro }) => (
          <Stack key={key} as="li" gap={2} className={styles.line}>
            <h3 className={styles.name}>{name}</h3>
            <dl className={styles.values}>
              <div>
                <dt>{t.free}</dt>
                <dd>
                  <Value value={free} />
                </dd>
              </div>
              <div>
                <dt>{t.pro}</dt>
                <dd>
                  <Value value={pro} />
                </dd>
              </div>
            </dl>
          </Stack>
        ))}
      </ul>
    </section>
  )
}

function Value({ value }: { value: string | boolean }) {
  const t = useStore(messages)
  if (typeof value === 'string') return value
  return (
    <>
      {value ? <Check size={20} aria-hidden="true" /> : <Minus size={20} aria-hidden="true" />}
      <span className="hidden-words">{value ? t.yes : t.no}</span>
    </>
  )
}
