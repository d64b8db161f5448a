import { useStore } from '@nanostores/react'
import type { Session } from '@waypost/client'
import { CircleCheck } from 'lucide-react'
import { TextField } from '../../ui/inputs/TextField.tsx'
import { i18n } from '../../ui/language.ts'
import { useChannelInfo } from '../lookup.ts'
import { tagTrouble } from '../tag.ts'
import styles from './Editor.module.css'
import { tagField } from './en.ts'

const messages = i18n('tag-field', tagField)

/** Why the typed tag cannot be used. `refused` is a tag that the server rejected. */
export function useTagTrouble(session: Session, tag: string, refused: string | undefined) {
  const t = useStore(messages)
  const own = tagTrouble(tag)
  const { lookup } = useChannelInfo(session, tag === '' || own ? undefined : tag)
  const trouble = own ?? (lookup.state === 'found' || (tag !== '' && tag === refused) ? ('taken' as const) : undefined)
  return {
    trouble,
    words: trouble && t[trouble],
    asking: !own && lookup.state === 'looking',
    free: !trouble && lookup.state === 'missing',
  }
}

interface TagFieldProps {
  value: string
  /** The channel already exists, so its tag is fixed. */
  fixed: boolean
  /** Asking the server whether the tag is taken. */
  asking: boolean
  /** The server has no channel with this tag. */
  free: boolean
  error: string | undefined
  onChange: (tag: string) => void
}

export function TagField({ value, fixed, asking, free, error, onChange }: TagFieldProps) {
  const t = useStore(messages)
  return (
    <div>
      <TextField
        label={t.tag}
        help={fixed ? t.fixed : t.help}
        value={value}
        error={error}
        readOnly={fixed}
        required={!fixed}
        aria-busy={asking || undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className={fixed ? (styles.fixed ?? '') : ''}
        onChange={({ target }) => onChange(target.value)}
      />
      <p role="status" className={free && !error ? styles.free : 'hidden-words'}>
        {free && !error ? (
          <>
            <CircleCheck size={16} aria-hidden="true" />
            {t.free}
          </>
        ) : (
          (error ?? (asking ? t.asking : ''))
        )}
      </p>
    </div>
  )
}
