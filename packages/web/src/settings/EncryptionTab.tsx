import { useStore } from '@nanostores/react'
import { encryptionKeyName } from '@waypost/client/session/encryption'
import { compareKeys, type KeyMatch } from '@waypost/client/session/key/fingerprint'
import { canSeal, Refusal } from '@waypost/protocol'
import { Eye, EyeOff, LockKeyhole, ShieldAlert, ShieldCheck, ShieldOff } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { onSettingChanged } from '../browser/storage.ts'
import { nameInWords } from '../format/names.ts'
import topic from '../page/topics/Topic.module.css'
import { Topic } from '../page/topics/Topic.tsx'
import { useSession } from '../session/context.ts'
import { TargetAvatar } from '../target/TargetAvatar.tsx'
import { say } from '../ui/accessibility/announce.ts'
import { Button } from '../ui/inputs/Button.tsx'
import { IconButton } from '../ui/inputs/IconButton.tsx'
import { TextField } from '../ui/inputs/TextField.tsx'
import { i18n } from '../ui/language.ts'
import { Row, Stack } from '../ui/layout/layout.tsx'
import styles from './Encryption.module.css'
import { encryptionDevices, encryptionWords } from './en.ts'

const messages = i18n('encryption', encryptionWords)

/** Sets and clears this browser's end-to-end encryption password, and shows which devices have the same one. */
export function EncryptionTab() {
  const t = useStore(messages)
  const { encryption } = useSession()
  const set = useStore(encryption.$key) !== undefined
  const failed = useStore(encryption.$failed)
  // Another window may have set the key.
  useEffect(() => onSettingChanged((key) => key === encryptionKeyName && void encryption.fingerprint()), [encryption])
  return (
    <Stack gap={4}>
      <Topic title={t.title} lead={t.lead}>
        <Row as="p" gap={2} className={styles.state} data-set={set || undefined}>
          <LockKeyhole size={18} aria-hidden="true" />
          {set ? t.on : t.off}
        </Row>
        {failed && (
          <p role="alert" className={topic.trouble}>
            {t.broken}
          </p>
        )}
        {canSeal() ? <Password set={set} /> : <p className={topic.trouble}>{t.impossible}</p>}
      </Topic>
      <EncryptionDevices />
      <Topic title={t.what}>
        <h3 className={styles.kind}>{t.encrypted}</h3>
        <ul className={styles.points}>
          <li>{t.mirrors}</li>
          <li>{t.texts}</li>
          <li>{t.remoteFiles}</li>
        </ul>
        <h3 className={styles.kind}>{t.inClear}</h3>
        <ul className={styles.points}>
          <li>{t.pushes}</li>
          <li>{t.names}</li>
        </ul>
      </Topic>
    </Stack>
  )
}

/** Enter or Save sets the password, Clear removes it. It can't be shown, because only its key is stored. */
function Password({ set }: { set: boolean }) {
  const t = useStore(messages)
  const { encryption } = useSession()
  const [password, setPassword] = useState('')
  const [visible, setVisible] = useState(false)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)

  async function change(next: string) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    setSaid('')
    try {
      await encryption.setPassword(next)
      setPassword('')
      setVisible(false)
      setSaid(next === '' ? t.cleared : t.saved)
      say(next === '' ? t.cleared : t.saved)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      setError(t.notSaved)
      field.current?.focus()
    } finally {
      setBusy(false)
    }
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    // An empty password would clear it; that has its own button.
    if (password !== '') void change(password)
    else field.current?.focus()
  }

  return (
    <Stack as="form" gap={3} className={topic.form} onSubmit={onSubmit}>
      <TextField
        ref={field}
        label={t.label}
        type={visible ? 'text' : 'password'}
        value={password}
        help={password === '' ? t.help : t[strengthOf(password)]}
        error={error}
        autoComplete="new-password"
        autoCapitalize="off"
        spellCheck={false}
        dir="auto"
        onChange={({ target }) => {
          setPassword(target.value)
          setSaid('')
        }}
        trailing={
          <IconButton size="small" label={visible ? t.hide : t.show} aria-pressed={visible} onClick={() => setVisible(!visible)}>
            {visible ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
          </IconButton>
        }
      />
      <Row gap={2} wrap className={topic.actions}>
        <Button type="submit" kind="primary" busy={busy} unavailable={password === ''}>
          {t.save}
        </Button>
        <Button unavailable={!set || busy} onClick={() => void change('')}>
          {t.clear}
        </Button>
        <span className={topic.done}>{said}</span>
      </Row>
    </Stack>
  )
}

function strengthOf(password: string): 'weak' | 'fair' | 'strong' {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const different = new Set(password).size
  const worth = Math.min(password.length, different * 2) * (1 + 0.25 * (kinds - 1))
  return worth < 14 ? 'weak' : worth < 24 ? 'fair' : 'strong'
}

const deviceWords = i18n('encryption-devices', encryptionDevices)

const icons: Record<KeyMatch, typeof ShieldCheck> = {
  same: ShieldCheck,
  different: ShieldAlert,
  'missing-here': ShieldAlert,
  'missing-there': ShieldOff,
  none: ShieldOff,
}

function EncryptionDevices() {
  const t = useStore(deviceWords)
  const session = useSession()
  const devices = useStore(session.target.$devices)
  const own = useStore(session.encryption.$fingerprint)
  const all = useStore(session.device.$all)
  const theirs = new Map(all.map(({ iden, key_fingerprint }) => [iden, key_fingerprint]))
  return (
    <Topic title={t.title} lead={t.lead}>
      {devices.length === 0 && <p className={topic.lead}>{t.empty}</p>}
      <ul>
        {devices.map((target) => {
          const state = compareKeys(own, theirs.get(target.key))
          const Icon = icons[state]
          return (
            <Row key={target.key} as="li" gap={3} className={styles.device} data-state={state}>
              <TargetAvatar target={target} />
              <Stack className={styles.words}>
                <strong dir="auto">{nameInWords(target)}</strong>
                <span className={styles.key}>
                  <Icon size={16} aria-hidden="true" />
                  {t[state]}
                </span>
              </Stack>
            </Row>
          )
        })}
      </ul>
    </Topic>
  )
}
