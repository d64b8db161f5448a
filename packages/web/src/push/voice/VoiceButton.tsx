import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Mic } from 'lucide-react'
import { useSession } from '../../session/context.ts'
import { closeBannersOf, showBanner } from '../../ui/feedback/feedback.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { voiceButton } from './en.ts'
import { voiceMessagesOf } from './voice.ts'

const messages = i18n('voice-button', voiceButton)

/** The button that records a voice message; recording starts when the browser has the microphone. */
export function VoiceButton({ target }: { target: Target }) {
  const t = useStore(messages)
  const voice = voiceMessagesOf(useSession())
  async function record() {
    const problem = await voice.start(target)
    if (problem) showBanner({ title: t.failed, body: t[problem] })
    else closeBannersOf(t.failed)
  }
  return (
    <IconButton label={t.record} onClick={() => void record()}>
      <Mic size={20} aria-hidden="true" />
    </IconButton>
  )
}
