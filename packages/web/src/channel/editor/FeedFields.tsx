import { useStore } from '@nanostores/react'
import { type FeedFilter, filtersPerFeed, nameLength } from '@waypost/protocol'
import { ChevronRight, CircleAlert, Plus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/inputs/Button.tsx'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from './Editor.module.css'
import { feedFields } from './en.ts'

const messages = i18n('feed-fields', feedFields)

interface FeedFieldsProps {
  address: string
  filters: readonly FeedFilter[]
  /** The channel already has a feed. */
  known: boolean
  /** Why the feed could not be fetched. */
  refusal: string | undefined
  error: string | undefined
  onAddress: (address: string) => void
  onFilters: (filters: readonly FeedFilter[]) => void
}

/** The RSS feed that a channel posts from. Collapsed while it is empty. */
export function FeedFields({ address, filters, known, refusal, error, onAddress, onFilters }: FeedFieldsProps) {
  const t = useStore(messages)
  const id = useId()
  const [open, setOpen] = useState(known || address !== '')
  useEffect(() => {
    if (known || error) setOpen(true)
  }, [known, error])
  return (
    <section className={styles.feed} aria-label={t.rss}>
      <h2>
        <button
          type="button"
          className={styles.disclosure}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          <ChevronRight size={20} aria-hidden="true" />
          {t.rss}
        </button>
      </h2>
      {open && (
        <Stack id={id} gap={4} className={styles.inFeed}>
          <p className={styles.second}>{t.lead}</p>
          {refusal && (
            <div className={styles.refusal}>
              <CircleAlert size={18} aria-hidden="true" />
              <div>
                <p>{t.failed}</p>
                <p>{refusal}</p>
              </div>
            </div>
          )}
          <TextField
            label={t.address}
            value={address}
            type="url"
            inputMode="url"
            dir="ltr"
            error={error}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onAddress(target.value)}
          />
          <Filters filters={filters} onChange={onFilters} />
        </Stack>
      )}
    </section>
  )
}

interface FiltersProps {
  filters: readonly FeedFilter[]
  onChange: (filters: readonly FeedFilter[]) => void
}

function Filters({ filters, onChange }: FiltersProps) {
  const t = useStore(messages)
  const place = useRef<HTMLFieldSetElement>(null)
  const focusLast = () =>
    requestAnimationFrame(() => {
      const fields = place.current?.querySelectorAll<HTMLElement>('input, [data-add]')
      fields?.item(fields.length - 2 < 0 ? fields.length - 1 : fields.length - 2)?.focus()
    })
  return (
    <fieldset ref={place} className={styles.filters}>
      <legend className={styles.label}>{t.filters}</legend>
      {filters.length > 1 && <p className={styles.second}>{t.all}</p>}
      {filters.map((filter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: filters have no id, and all their state is in props
        <div key={at} className={styles.filter}>
          <TextField
            label={t[conditionOf(filter)]}
            value={filter.value}
            dir="auto"
            maxLength={nameLength}
            autoComplete="off"
            onChange={({ target }) => onChange(filters.with(at, { ...filter, value: target.value }))}
          />
          <IconButton
            label={t.remove({ value: filter.value.slice(0, 60) })}
            onClick={() => {
              onChange(filters.toSpliced(at, 1))
              focusLast()
            }}
          >
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {filters.length < filtersPerFeed && (
        <div>
          <Button
            data-add=""
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => {
              onChange([...filters, { field: 'title', operator: 'contains', value: '', ignore_case: true }])
              focusLast()
            }}
          >
            {t.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

/** The API has more conditions than this form; filters of other programs are left unchanged. */
function conditionOf({ field, not }: FeedFilter) {
  if (field === 'body') return not ? 'notBody' : 'body'
  if (field === 'url') return not ? 'notUrl' : 'url'
  return not ? 'notTitle' : 'title'
}
