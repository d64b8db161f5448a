import { useStore } from '@nanostores/react'
import { type HistoryItem, membersOf } from '@waypost/client'
import { tagsByUse } from '@waypost/client/search/tags-by-use'
import { isTag, tagKey, tagsPerPush } from '@waypost/protocol'
import { Hash } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { useSession } from '../../session/context.ts'
import { focusSoon } from '../../ui/accessibility/focus-soon.ts'
import { Chip, Chips } from '../../ui/inputs/Chip.tsx'
import { Combobox } from '../../ui/inputs/Combobox.tsx'
import { i18n } from '../../ui/language.ts'
import { FormDialog } from '../dialogs/FormDialog.tsx'
import { tagsDialog } from './en.ts'
import styles from './TagsDialog.module.css'

const messages = i18n('tags-dialog', tagsDialog)

const mostSuggested = 8

/** A dialog for the tags of a message; the pictures of an album share theirs. */
export function TagsDialog({ item, onClose }: { item: HistoryItem; onClose: () => void }) {
  const t = useStore(messages)
  const session = useSession()
  const [tags, setTags] = useState<readonly string[]>(item.push.tags ?? [])
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const known = useMemo(() => tagsByUse(session.mirror.of('pushes').get().entries.values()), [session])
  const typed = withoutSign(text)
  const isSet = (tag: string) => tags.some((each) => tagKey(each) === tagKey(tag))
  const others = known.filter((tag) => !isSet(tag) && tagKey(tag).startsWith(tagKey(typed))).slice(0, mostSuggested)
  // The typed text comes first: Enter adds it, even if another tag begins with it.
  const isNew = isTag(typed) && !isSet(typed) && !others.some((tag) => tagKey(tag) === tagKey(typed))
  const options = (isNew ? [typed, ...others] : others).map((tag) => ({ key: tag }))

  /** Undefined if it can't be added. */
  function withOne(tag: string): readonly string[] | undefined {
    if (isSet(tag)) return tags
    if (!isTag(tag)) setError(t.wrong)
    else if (tags.length >= tagsPerPush) setError(t.many({ most: tagsPerPush }))
    else return [...tags, tag]
  }

  function add(tag: string) {
    const next = withOne(tag)
    if (!next) return
    setTags(next)
    setText('')
    setError(undefined)
  }

  function save() {
    const all = typed === '' ? tags : withOne(typed)
    if (!all) return
    for (const { push } of membersOf(item)) session.push.tag(push.iden, all)
    onClose()
  }

  return (
    <FormDialog title={t.title} submit={t.save} className={styles.form} onClose={onClose} onSubmit={save}>
      {tags.length > 0 && (
        <Chips heading={t.tags} label={t.tags}>
          {tags.map((tag) => (
            <Chip
              key={tag}
              removeLabel={t.remove({ tag })}
              onRemove={() => {
                setTags(tags.filter((each) => each !== tag))
                focusSoon(() => field.current)
              }}
            >
              {`#${tag}`}
            </Chip>
          ))}
        </Chips>
      )}
      <Combobox
        label={t.field}
        help={t.help}
        error={error}
        ref={field}
        text={text}
        onText={(next) => {
          setText(next)
          setError(undefined)
        }}
        // Enter would add the first one.
        options={typed === '' ? [] : options}
        draw={({ key }) => ({ picture: <Hash size={16} aria-hidden="true" />, name: key })}
        onPick={({ key }) => add(key)}
        onKey={(event) => {
          // Without typed text, Enter saves.
          if (![' ', ',', 'Enter'].includes(event.key) || typed === '') return
          event.preventDefault()
          add(typed)
        }}
        focus
      />
      {typed === '' && others.length > 0 && <KnownTags tags={others} onAdd={add} />}
    </FormDialog>
  )
}

function KnownTags({ tags, onAdd }: { tags: readonly string[]; onAdd: (tag: string) => void }) {
  const t = useStore(messages)
  return (
    <ul className={styles.known} aria-label={t.known}>
      {tags.map((tag) => (
        <li key={tag}>
          <button type="button" className={styles.tag} onClick={() => onAdd(tag)}>
            <bdi>#{tag}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}

const withoutSign = (text: string): string => text.trim().replace(/^#/, '')
