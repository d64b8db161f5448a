// Shows the settings of a source. For one shared by another person, only its notification settings.

import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { sourcesOf } from '@waypost/client/conversations/source'
import { nameLength, priorities, type Source } from '@waypost/protocol'
import { type ReactNode, useId, useState } from 'react'
import { origin } from '../browser/location.ts'
import { nameInWords } from '../format/names.ts'
import { shortDay } from '../format/time.ts'
import { ActButton } from '../page/topics/ActButton.tsx'
import { Secret } from '../page/topics/Secret.tsx'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { TopicForm, useSubmit } from '../page/topics/TopicForm.tsx'
import { attempt } from '../page/topics/use-loaded.ts'
import { hrefOf, open, sourceItem } from '../route.ts'
import { useSession } from '../session/context.ts'
import { leave } from '../target/menu-items.tsx'
import { PictureField } from '../target/PictureField.tsx'
import { say } from '../ui/accessibility/announce.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { ButtonLink } from '../ui/inputs/Button.tsx'
import { SelectField } from '../ui/inputs/SelectField.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { deleteSource, sourceAccess, sourceLooks, sourceMessages } from './en.ts'
import { Members } from './Members.tsx'
import { useReplaceTokens } from './replace-tokens.ts'
import { ageChoices, type Choice, countChoices } from './retention.ts'
import styles from './Source.module.css'
import { TellingTopic } from './Telling.tsx'
import { usePending } from './use-pending.ts'
import { Webhook } from './Webhook.tsx'

/** All settings of the account's own source. */
export function SourceSettings({ target, source }: { target: Target; source: Source }) {
  return (
    <Stack gap={4}>
      <Looks source={source} />
      <Messages source={source} />
      <TellingTopic source={source} />
      <Members source={source} />
      <Access target={target} source={source} />
      <Webhook source={source} />
      <Delete target={target} source={source} />
    </Stack>
  )
}

const looksWords = i18n('source-looks', sourceLooks)

function Looks({ source }: { source: Source }) {
  const t = useStore(looksWords)
  const session = useSession()
  const id = useId()
  const saved = { name: source.name ?? '', description: source.description ?? '', image_url: source.image_url ?? '' }
  const [edits, setEdits] = useState<Partial<typeof saved>>({})
  const [uploading, setUploading] = useState(false)
  const [error, setError] = useState<string>()
  const { busy, done, trouble, touch, run } = useSubmit()
  const fields = { ...saved, ...edits }
  const set = (change: Partial<typeof saved>) => {
    setEdits((before) => ({ ...before, ...change }))
    setError(undefined)
    touch()
  }
  async function save() {
    if (fields.name.trim() === '') return setError(t.needed)
    // A space clears a text.
    const changed = Object.fromEntries(Object.entries(edits).map(([name, value]) => [name, value.trim() || ' ']))
    if (await run(() => sourcesOf(session).change(source.iden, changed), t.saved)) setEdits({})
  }
  return (
    <Topic title={t.title}>
      <TopicForm
        label={t.save}
        busy={busy}
        unavailable={uploading || Object.keys(edits).length === 0}
        trouble={trouble}
        done={done}
        onSubmit={() => void save()}
      >
        <TextField
          label={t.name}
          value={fields.name}
          dir="auto"
          maxLength={nameLength}
          autoComplete="off"
          error={error}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Stack gap={1} className={styles.area}>
          <label htmlFor={id} className={styles.label}>
            {t.description}
          </label>
          <textarea
            id={id}
            dir="auto"
            rows={2}
            maxLength={10_000}
            value={fields.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        </Stack>
        <PictureField
          label={t.picture}
          size={64}
          name={fields.name}
          seed={source.iden}
          value={fields.image_url}
          onChange={(image_url) => set({ image_url })}
          onBusy={setUploading}
        />
      </TopicForm>
    </Topic>
  )
}

const messageWords = i18n('source-messages', sourceMessages)

function Messages({ source }: { source: Source }) {
  const t = useStore(messageWords)
  const session = useSession()
  const { keep_seconds, keep_count, default_priority = priorities.usual } = source
  const save = (field: 'default_priority' | 'keep_seconds' | 'keep_count') => async (value: number) => {
    const work = () => sourcesOf(session).change(source.iden, { [field]: value })
    if (await attempt(work, t.notSaved)) say(t.saved)
  }
  const levels = (['max', 'high', 'usual', 'low', 'min'] as const).map((level) => ({
    value: String(priorities[level]),
    label: t[level],
  }))
  return (
    <Topic title={t.title} lead={t.lead}>
      <Stack gap={3} className={topic.form}>
        <SavedSelect label={t.age} saved={keep_seconds ?? 0} choices={ageChoices} onSave={save('keep_seconds')} />
        <SavedSelect label={t.count} saved={keep_count ?? 0} choices={countChoices} onSave={save('keep_count')} />
        <SavedSelect label={t.priority} saved={default_priority} choices={() => levels} onSave={save('default_priority')} />
      </Stack>
    </Topic>
  )
}

interface SavedSelectProps {
  label: string
  saved: number
  choices: (chosen: number) => Choice[]
  onSave: (value: number) => Promise<unknown>
}

function SavedSelect({ label, saved, choices, onSave }: SavedSelectProps) {
  const [shown, choose] = usePending(saved)
  return (
    <SelectField
      label={label}
      value={String(shown)}
      choices={choices(shown)}
      onChange={({ target }) => choose(Number(target.value), () => onSave(Number(target.value)))}
    />
  )
}

const accessWords = i18n('source-access', sourceAccess)

function Access({ target, source }: { target: Target; source: Source }) {
  const t = useStore(accessWords)
  const session = useSession()
  const { replace, trouble } = useReplaceTokens(source.iden)
  const name = nameInWords(target)
  const setup = sourceItem(source.iden, 'setup')
  const address = `${origin()}/${source.topic ?? ''}`
  return (
    <Topic title={t.title} lead={t.lead}>
      <p className={styles.label}>{t.topic}</p>
      <Secret text={source.topic ?? ''} label={t.topic} />
      <SwitchLine
        checked={source.open ?? false}
        more={t.openMore({ address })}
        onChange={async (on) => {
          if (await attempt(() => sourcesOf(session).change(source.iden, { open: on }), t.notSaved)) say(t.saved)
        }}
      >
        {t.open}
      </SwitchLine>
      {source.tokens_made !== undefined && <p className={topic.lead}>{t.made({ day: shortDay(source.tokens_made * 1_000) })}</p>}
      <Row gap={2} wrap className={topic.actions}>
        <ButtonLink href={hrefOf('sources', setup)}>{t.setup}</ButtonLink>
        <ActButton
          label={t.replace}
          object={t.replaceThis({ name })}
          kind="quiet"
          lead={t.replaceLead}
          words={{ confirm: t.replace, busy: t.replacing }}
          onConfirm={async () => {
            if (await replace()) open('sources', setup)
          }}
        />
      </Row>
      {trouble && (
        <p role="alert" className={topic.trouble}>
          {trouble}
        </p>
      )}
    </Topic>
  )
}

interface SwitchLineProps {
  checked: boolean
  more?: string
  onChange: (on: boolean) => Promise<unknown>
  children: ReactNode
}

function SwitchLine({ checked, more, onChange, children }: SwitchLineProps) {
  const id = useId()
  const [shown, choose] = usePending(checked)
  return (
    <Row as="label" gap={2} align="start" className={styles.choice}>
      <input
        type="checkbox"
        checked={shown}
        aria-describedby={more && id}
        onChange={({ target }) => choose(target.checked, () => onChange(target.checked))}
      />
      <span>
        {children}
        {more && <small id={id}>{more}</small>}
      </span>
    </Row>
  )
}

const deleteWords = i18n('delete-source', deleteSource)

function Delete({ target, source }: { target: Target; source: Source }) {
  const t = useStore(deleteWords)
  const session = useSession()
  const name = nameInWords(target)
  return (
    <Topic title={t.title} lead={t.lead}>
      <Row gap={2} wrap className={topic.actions}>
        <ActButton
          label={t.delete}
          object={t.deleteThis({ name })}
          kind="danger"
          words={{ confirm: t.delete, busy: t.deleting }}
          onConfirm={async () => {
            if (!(await sourcesOf(session).remove(source.iden))) return
            leave('sources', source.iden)
            open('sources', undefined, { replace: true })
            showToast(t.deleted({ name }))
          }}
        />
      </Row>
    </Topic>
  )
}
