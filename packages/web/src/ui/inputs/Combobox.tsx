import { useStore } from '@nanostores/react'
import {
  type ChangeEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useAnnouncedCount } from '../accessibility/announce.ts'
import { i18n } from '../language.ts'
import item from '../lists/ListItem.module.css'
import styles from './Combobox.module.css'
import { comboboxWords } from './en.ts'
import { TextField } from './TextField.tsx'

const messages = i18n('combobox', comboboxWords)

/** How long the list stays open after blur, and when a delayed focus happens, in milliseconds. */
const closesAfter = 300
const focusAfter = 30

interface ComboboxProps<Option extends { key: string }>
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'enterKeyHint' | 'disabled' | 'placeholder'> {
  label: string
  /** The label is visible elsewhere. */
  hideLabel?: boolean
  help?: string
  error?: string | undefined
  text: string
  onText: (text: string) => void
  options: readonly Option[]
  /** More options are loading; their number is announced afterwards. */
  looking?: boolean
  /** Renders an option, e.g. with its match highlighted. */
  draw: (option: Option) => OptionParts
  onPick: (option: Option) => void
  /** Takes the focus on mounting. */
  focus: boolean
  /** The list is always open below the field, one option per line, with the first one selected. Tab leaves the field. */
  inline?: boolean
  /** Called with keys that the list doesn't handle. */
  onKey?: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Called on Esc in the empty field, instead of removing its focus. */
  onLeave?: () => void
  ref?: RefObject<HTMLInputElement | null>
}

interface OptionParts {
  /** The heading of the group of options that starts here. */
  heading?: string | undefined
  picture: ReactNode
  name: ReactNode
  line?: ReactNode
  /** At the end, e.g. a key. */
  end?: ReactNode
}

/**
 * A text field with a list of options. ↑ and ↓ choose, Enter or Tab picks the chosen option or the first. Esc closes the list, then clears
 * the field, then leaves it.
 */
export function Combobox<Option extends { key: string }>(props: ComboboxProps<Option>) {
  const { text, onText, options, looking = false, draw, onPick, focus, onKey, onLeave, inline = false, ref, ...field } = props
  const t = useStore(messages)
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const id = useId()
  const choice = useChoice({ text, onText, options, onPick, onKey, onLeave, inline, disabled: field.disabled, input })
  const { shown, at } = choice
  useAnnouncedCount(shown && !looking ? options.length : undefined)

  useEffect(() => {
    if (!focus) return
    const timer = setTimeout(() => input.current?.focus(), focusAfter)
    return () => clearTimeout(timer)
  }, [focus, input])

  return (
    <div className={styles.combobox}>
      <TextField
        {...field}
        ref={input}
        value={text}
        dir="auto"
        role="combobox"
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && at !== -1 ? `${id}-${at}` : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-first=""
        {...choice.fieldProps}
      />
      <div
        ref={choice.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t.suggestions}
        hidden={!shown}
        className={inline ? styles.inline : styles.list}
        data-over-help={field.hideLabel}
      >
        {shown &&
          options.map((option, index) => (
            <OptionItem
              key={option.key}
              id={`${id}-${index}`}
              {...draw(option)}
              chosen={index === at}
              onPick={() => choice.pick(option)}
            />
          ))}
      </div>
    </div>
  )
}

type ChoiceParts<Option extends { key: string }> = Pick<
  ComboboxProps<Option>,
  'text' | 'onText' | 'options' | 'onPick' | 'onKey' | 'onLeave' | 'disabled'
> & {
  inline: boolean
  input: RefObject<HTMLInputElement | null>
}

/** The field keeps the focus, and its keys move the choice, as the ARIA pattern says. */
function useChoice<Option extends { key: string }>(parts: ChoiceParts<Option>) {
  const { text, onText, options, onPick, onKey, onLeave, inline, disabled, input } = parts
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = (open || inline) && !disabled && options.length > 0
  const known = options.findIndex(({ key }) => key === chosen)
  const at = known === -1 && inline && options.length > 0 ? 0 : known

  useEffect(() => () => clearTimeout(closing.current), [])
  useEffect(() => {
    if (at !== -1) list.current?.querySelectorAll('[role=option]')[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  function write(next: string): void {
    onText(next)
    setChosen(undefined)
    setOpen(true)
  }

  function pick(option: Option | undefined): void {
    if (!option) return
    setChosen(undefined)
    onPick(option)
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      if (options.length > 0) setChosen(options[step(at, key === 'ArrowDown' ? 1 : -1, options.length)]?.key)
      return
    }
    if (shown && (key === 'Enter' || (key === 'Tab' && !event.shiftKey && !inline))) {
      event.preventDefault()
      pick(options[at] ?? options[0])
      return
    }
    onKey?.(event)
    if (event.defaultPrevented) return
    setChosen(undefined)
    if (key !== 'Escape') return
    event.preventDefault()
    if (shown && !inline) setOpen(false)
    else if (text !== '') write('')
    else if (onLeave) onLeave()
    else input.current?.blur()
  }

  return {
    list,
    /** The list is open. */
    shown,
    /** The index of the chosen option; -1 if there is none. */
    at,
    pick,
    fieldProps: {
      onChange: (event: ChangeEvent<HTMLInputElement>) => write(event.target.value),
      onKeyDown,
      onFocus() {
        clearTimeout(closing.current)
        setOpen(true)
      },
      onBlur() {
        closing.current = setTimeout(() => setOpen(false), closesAfter)
      },
    },
  }
}

/** Wraps around. Without a current one: the first or the last. */
function step(at: number, by: 1 | -1, length: number): number {
  if (at === -1) return by === 1 ? 0 : length - 1
  return (at + by + length) % length
}

interface OptionItemProps extends OptionParts {
  id: string
  chosen: boolean
  onPick: () => void
}

function OptionItem({ id, heading, picture, name, line, end, chosen, onPick }: OptionItemProps) {
  const option = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className={styles.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
    >
      {picture}
      <span className={`${item.words} ${styles.words}`}>
        <span className={`${item.name} ${styles.name}`} dir="auto">
          {name}
        </span>
        {line && (
          <span className={`${item.line} ${styles.line}`} dir="auto">
            {line}
          </span>
        )}
      </span>
      {end}
    </div>
  )
  if (heading === undefined) return option
  return (
    <>
      <p className={styles.heading} aria-hidden="true">
        {heading}
      </p>
      {option}
    </>
  )
}
