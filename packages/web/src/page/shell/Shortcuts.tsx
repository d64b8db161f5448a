import { Suspense, useEffect, useRef, useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'
import { lazily } from '../../ui/lazily.tsx'
import { type CommandContext, commandsOf } from './commands.ts'

const ShortcutSheet = lazily(() => import('./ShortcutSheet.tsx').then((module) => module.ShortcutSheet), { soon: true })

const singleKeysSetting = 'single_keys'
/** In milliseconds, for the second key after `g`. */
const chord = 1_500

interface ShortcutsProps {
  context: CommandContext
  sheet: boolean
  onSheetClosed: () => void
  /** Returns the keys pressed before this component was loaded, once. */
  takeEarly: () => readonly KeyboardEvent[]
}

/** The keyboard shortcuts of the main page, and the sheet that lists them. */
export function Shortcuts({ context, sheet, onSheetClosed, takeEarly }: ShortcutsProps) {
  const [single, setSingle] = useState(() => readSetting(singleKeysSetting) !== 'off')
  // When `g` was pressed; initially never.
  const going = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    const commands = commandsOf(context.sections)
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      // Most key presses are typing. Finding out what is open walks the whole page, so irrelevant keys are dropped first.
      const isInChord = event.key === 'g' || event.timeStamp - going.current < chord
      if (!isInChord && !commands.some((each) => each.pressed(event))) return
      if (document.querySelector('dialog[open], [popover]:popover-open')) return
      const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      const typing = field && event.target.value !== ''
      const singleKeys = single && !field && !event.ctrlKey && !event.metaKey && !event.altKey
      const afterG = singleKeys && event.timeStamp - going.current < chord
      going.current = Number.NEGATIVE_INFINITY
      const command = commands.find(
        (each) =>
          each.pressed(event) &&
          !(each.notWhileTyping && typing) &&
          (each.single === 'no' || (singleKeys && (each.single === 'after g') === afterG && each.action(context))),
      )
      const action = command?.action(context)
      if (singleKeys && !afterG && event.key === 'g') going.current = event.timeStamp
      // Keys of the main page aren't the browser's, even if they do nothing.
      if (command || event.timeStamp === going.current) event.preventDefault()
      action?.()
    }
    for (const event of takeEarly()) onKeyDown(event)
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [context, single, takeEarly])

  if (!sheet) return null
  return (
    <Suspense fallback={null}>
      <ShortcutSheet
        sections={context.sections}
        single={single}
        onSingle={(on) => {
          setSingle(on)
          writeSetting(singleKeysSetting, on ? undefined : 'off')
        }}
        onClose={onSheetClosed}
      />
    </Suspense>
  )
}
