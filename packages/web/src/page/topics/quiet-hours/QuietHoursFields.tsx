import { useStore } from '@nanostores/react'
import { priorities, type QuietHours } from '@waypost/protocol'
import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/inputs/Button.tsx'
import { IconButton } from '../../../ui/inputs/IconButton.tsx'
import { SelectField } from '../../../ui/inputs/SelectField.tsx'
import { TextField } from '../../../ui/inputs/TextField.tsx'
import { i18n } from '../../../ui/language.ts'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { quietHoursFields } from './en.ts'
import { dayName, endsNextDay, everyDay, mostSpans, type Span, timeField, toggled, usualHours, zones } from './hours.ts'
import styles from './QuietHoursFields.module.css'

const messages = i18n('quiet-hours-fields', quietHoursFields)

interface QuietHoursFieldsProps {
  value: QuietHours
  onChange: (value: QuietHours) => void
}

/** The fields of quiet hours, except the switch that turns them on. */
export function QuietHoursFields({ value, onChange }: QuietHoursFieldsProps) {
  const t = useStore(messages)
  const { zone, spans, breaks_through: through } = value
  const list = useRef<HTMLDivElement>(null)
  const set = (at: number, span: Span) => onChange({ ...value, spans: spans.with(at, span) })
  /** When spans are added or removed, focuses the first field of a span, or the button that adds one. */
  const focus = (at: number) =>
    requestAnimationFrame(() => {
      const fields = list.current?.querySelectorAll<HTMLElement>('[data-span]')[at]
      ;(fields?.querySelector<HTMLElement>('input') ?? list.current?.querySelector<HTMLElement>('[data-add]'))?.focus()
    })

  function setThrough(chosen: string) {
    const { breaks_through: _, ...rest } = value
    onChange(chosen === '' ? rest : { ...rest, breaks_through: Number(chosen) })
  }

  return (
    <Stack ref={list} gap={3}>
      {spans.map((span, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no id, and all their state is in props
        <fieldset key={at} className={styles.span} data-span="">
          <legend className="hidden-words">{t.hours({ number: at + 1 })}</legend>
          <Days span={span} label={t.days} onChange={(changed) => set(at, changed)} />
          <Row gap={3} rowGap={2} align="end" wrap>
            <TextField
              label={t.from}
              type="time"
              required
              value={timeField(span.from)}
              onChange={({ target }) => target.value && set(at, { ...span, from: target.value })}
            />
            <TextField
              label={t.to}
              type="time"
              required
              value={timeField(span.to)}
              onChange={({ target }) => target.value && set(at, { ...span, to: target.value })}
            />
            {endsNextDay(span) && <span className={styles.note}>{t.nextDay}</span>}
            <IconButton
              label={t.remove({ number: at + 1 })}
              className={styles.remove ?? ''}
              onClick={() => {
                onChange({ ...value, spans: spans.toSpliced(at, 1) })
                focus(Math.min(at, spans.length - 2))
              }}
            >
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Row>
          {span.days.length === 0 && (
            <p className={styles.trouble} role="alert">
              {t.noDay}
            </p>
          )}
        </fieldset>
      ))}
      {spans.length < mostSpans && (
        <div>
          <Button
            data-add=""
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => {
              onChange({ ...value, spans: [...spans, ...usualHours().spans] })
              focus(spans.length)
            }}
          >
            {t.add}
          </Button>
        </div>
      )}
      <div className={styles.rest}>
        <SelectField
          label={t.zone}
          value={zone}
          choices={zones(zone).map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
          onChange={({ target }) => onChange({ ...value, zone: target.value })}
        />
        <SelectField
          label={t.through}
          value={through === undefined ? '' : String(through)}
          choices={[
            { value: '', label: t.nothing },
            { value: String(priorities.max), label: t.max },
            { value: String(priorities.high), label: t.high },
            ...(through !== undefined && through < priorities.high ? [{ value: String(through), label: t.usual }] : []),
          ]}
          onChange={({ target }) => setThrough(target.value)}
        />
      </div>
    </Stack>
  )
}

function Days({ span, label, onChange }: { span: Span; label: string; onChange: (span: Span) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset cannot have this layout
    <div role="group" aria-label={label} className={styles.days}>
      {everyDay.map((day) => (
        <label key={day} title={dayName(day, 'long')}>
          <input
            type="checkbox"
            className="hidden-words"
            aria-label={dayName(day, 'long')}
            checked={span.days.includes(day)}
            onChange={() => onChange(toggled(span, day))}
          />
          <span aria-hidden="true">{dayName(day, 'short')}</span>
        </label>
      ))}
    </div>
  )
}
