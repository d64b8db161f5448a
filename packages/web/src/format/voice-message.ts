import { isVoiceMessage, lengthText, type Push } from '@waypost/protocol'
import { i18n } from '../ui/language.ts'
import { voiceMessage } from './en.ts'

const messages = i18n('voice-message', voiceMessage)

/** The name of a file, or 'Voice message, 0:18'; undefined without a file. */
export function fileWordsOf(push: Push): string | undefined {
  if (!isVoiceMessage(push)) return push.file_name
  const t = messages.get()
  return push.duration === undefined ? t.unknown : t.words({ length: lengthText(push.duration) })
}
