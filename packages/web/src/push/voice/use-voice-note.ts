import { useStore } from '@nanostores/react'
import type { Target } from '@waypost/client'
import { useSession } from '../../session/context.ts'
import { type VoiceNote, voiceNotesOf } from './voice.ts'

/** The voice note of a conversation, if one is not sent yet. */
export function useVoiceNote(target: Target): VoiceNote | undefined {
  return useStore(voiceNotesOf(useSession()).$all).get(target.key)
}
