import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { Mic } from 'lucide-react'
import { useSession } from '../../session/context.ts'
import { closeBannersOf, showBanner } from '../../ui/feedback/feedback.ts'
import { IconButton } from '../../ui/inputs/IconButton.tsx'
import { i18n } from '../../ui/language.ts'
import { voiceMessagesOf } from './voice.ts'

const messages = i18n('voice-button', {
  record: 'Record a voice message',
  failed: "Can't record",
  insecure: 'Browsers allow recording only on secure pages. Open Waypost at an address that begins with https.',
  unsupported: "This browser can't record sound.",
  refused: "Waypost may not use the microphone. Allow it in the browser's settings for this page.",
  missing: 'No microphone was found. Connect one and try again.',
  unreachable: "This part of the page didn't load. Check your connection and try again.",
  busy: 'Another program uses the microphone. Close it and try again.',
})

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
