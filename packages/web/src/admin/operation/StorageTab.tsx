import { useStore } from '@nanostores/react'
import { type Gives, getStorage } from '@waypost/protocol'
import { useState } from 'react'
import { sizeOf } from '../../format/size.ts'
import { Table } from '../../page/topics/Listing.tsx'
import { Loading } from '../../page/topics/Loading.tsx'
import topic from '../../page/topics/Topic.module.css'
import { Topic } from '../../page/topics/Topic.tsx'
import { useAnswer } from '../../page/topics/use-loaded.ts'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { serverStorage } from './en.ts'
import { Facts } from './Facts.tsx'
import { bytesOf, inGiga } from './gigabytes.ts'
import styles from './Operation.module.css'
import { type SettingChanges, SettingForm, type SettingFormProps, useSaving, useSettings } from './Setting.tsx'

const messages = i18n('server-storage', serverStorage)

/** Shows the server's storage, and sets how much accounts may store. */
export function StorageTab() {
  const t = useStore(messages)
  const [stored, reloadStored] = useAnswer(getStorage)
  const { loaded, reload, save } = useSettings()
  return (
    <Stack gap={4}>
      <Topic title={t.title}>
        <Loading loaded={stored} onRetry={reloadStored}>
          {({ files, messages, unfinished, disk }) => (
            <Facts
              facts={[
                [t.files, t.both({ size: sizeOf(files.bytes), number: t.fileCount(files.count) })],
                [t.messages, sizeOf(messages)],
                [t.unfinished, t.both({ size: sizeOf(unfinished.bytes), number: t.uploadCount(unfinished.count) })],
                ...(disk ? [[t.disk, t.of({ part: sizeOf(disk.free), whole: sizeOf(disk.size) })] as const] : []),
              ]}
            />
          )}
        </Loading>
      </Topic>
      <Topic title={t.largest}>
        <Loading loaded={stored} onRetry={reloadStored}>
          {({ accounts }) =>
            accounts.length === 0 ? <p className={topic.lead}>{t.nothing}</p> : <Largest accounts={accounts} />
          }
        </Loading>
      </Topic>
      <Topic title={t.limits} lead={t.limitsLead}>
        <Loading loaded={loaded} onRetry={reload}>
          {(settings) => <LimitsForm settings={settings} save={save} />}
        </Loading>
      </Topic>
    </Stack>
  )
}

function Largest({ accounts }: Pick<Gives<typeof getStorage>, 'accounts'>) {
  const t = useStore(messages)
  return (
    <Table
      items={accounts}
      columns={[
        {
          title: t.account,
          cell: ({ name, email }) => (
            <>
              {name ?? email}
              {name && <span className={styles.second}>{email}</span>}
            </>
          ),
        },
        {
          title: t.used,
          kind: 'number',
          cell: ({ used, most }) =>
            most === null ? t.unlimited({ part: sizeOf(used) }) : t.of({ part: sizeOf(used), whole: sizeOf(most) }),
        },
      ]}
    />
  )
}

type LimitName = 'free_storage' | 'pro_storage'

function LimitsForm({ settings, save }: SettingFormProps) {
  const t = useStore(messages)
  const saving = useSaving(save)
  const [typed, setTyped] = useState<Partial<Record<LimitName, string>>>({})
  const [wrong, setWrong] = useState<LimitName[]>([])
  const off = settings.plans.value === 'off'
  const names: LimitName[] = off ? ['pro_storage'] : ['free_storage', 'pro_storage']
  const textOf = (name: LimitName) => typed[name] ?? inGiga(settings[name].value)
  const changed = names.filter((name) => textOf(name).trim() !== inGiga(settings[name].value))
  const usualOf = (name: LimitName) => {
    const { usual } = settings[name]
    return usual === null ? t.noLimit : sizeOf(usual)
  }

  async function store(changes: SettingChanges) {
    if (await saving.submit(changes)) setTyped({})
  }

  function submit() {
    // An empty field means the default.
    const defaults = changed.filter((name) => textOf(name).trim() === '')
    const set = changed.filter((name) => !defaults.includes(name))
    const invalid = set.filter((name) => bytesOf(textOf(name)) === undefined)
    setWrong(invalid)
    if (invalid.length > 0) return
    const values = Object.fromEntries(set.map((name) => [name, bytesOf(textOf(name))]))
    void store({ ...values, ...(defaults.length > 0 && { defaults }) })
  }

  const chosen = names.filter((name) => settings[name].source === 'administrator')
  return (
    <SettingForm
      saving={saving}
      label={t.save}
      changed={changed.length > 0}
      onDefault={chosen.length > 0 ? () => void store({ defaults: chosen }) : undefined}
      onSubmit={submit}
    >
      {names.map((name) => (
        <TextField
          key={name}
          label={off ? t.everybody : name === 'free_storage' ? t.free : t.pro}
          inputMode="decimal"
          autoComplete="off"
          value={textOf(name)}
          help={t.usual({ usual: usualOf(name) })}
          error={wrong.includes(name) ? t.invalid : undefined}
          onChange={({ target }) => {
            setTyped((before) => ({ ...before, [name]: target.value }))
            saving.touch()
          }}
        />
      ))}
    </SettingForm>
  )
}
