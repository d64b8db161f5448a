// Asks before pictures that were chosen, dropped or pasted are sent by SMS, like in other conversations.

import { useStore } from '@nanostores/react'
import type { FileSource } from '@waypost/client'
import type { Device } from '@waypost/protocol'
import { type ReactNode, Suspense, useState } from 'react'
import { useSession } from '../session/context.ts'
import { showToast } from '../ui/feedback/feedback.ts'
import { i18n } from '../ui/language.ts'
import { lazily } from '../ui/lazily.tsx'
import { textPictures } from './en.ts'
import { picturesFor, takenBy } from './picture.ts'

const PicturesDialog = lazily(async () => (await import('../conversation/pictures/PicturesDialog.tsx')).PicturesDialog, {
  soon: true,
})

const messages = i18n('text-pictures', textPictures)

interface ChosenPicturesOptions {
  phone: Device
  /** The display name of the recipient. */
  name: string
  text: string
  onText: (next: (text: string) => string) => void
  /** Whether there are any recipients; if not, it says so instead of asking. */
  hasReceivers?: () => boolean
  /** The caption goes with the first one. @returns whether they were sent */
  onSend: (caption: string, pictures: readonly FileSource[]) => Promise<boolean>
}

/** @returns a function that accepts files, and the dialog while it is open */
export function useChosenPictures({ phone, name, text, onText, hasReceivers = () => true, onSend }: ChosenPicturesOptions) {
  const t = useStore(messages)
  const preferences = useStore(useSession().preferences.$all)
  const [chosen, setChosen] = useState<{ files: readonly File[]; typed: string }>()

  /** The typed text leaves the form once it has been sent. */
  async function send(files: readonly File[], typed: string, caption: string) {
    setChosen(undefined)
    const pictures = await picturesFor(phone, files)
    if (pictures.length > 0 && (await onSend(caption.trim(), pictures))) onText((now) => (now === typed ? '' : now))
  }

  function onFiles(files: readonly File[]) {
    const taken = takenBy(phone, files)
    if (taken.length === 0 || !hasReceivers()) return
    if (preferences?.ask_before_files === false) void send(taken, text, text)
    else setChosen({ files: taken, typed: text })
  }

  function onClose(files: readonly File[]) {
    setChosen(undefined)
    showToast(t.notSent, { label: t.undo, run: () => setChosen(chosen && { ...chosen, files }) })
  }

  const dialog: ReactNode = chosen && (
    <Suspense fallback={null}>
      <PicturesDialog
        files={chosen.files}
        name={name}
        caption={chosen.typed}
        onClose={onClose}
        onSend={(files, caption) => void send(files, chosen.typed, caption)}
      />
    </Suspense>
  )
  return { onFiles, dialog }
}
