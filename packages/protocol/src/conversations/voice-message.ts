import type { Push } from '../push.ts'

type Recorded = Pick<Push, 'type' | 'file_type' | 'file_name' | 'duration' | 'peaks'>

/** The names that the web client gives recordings; earlier versions called them notes and sent no facts about them. */
const recordedName = /^Voice (message|note) \d{4}-\d\d-\d\d \d\d\.\d\d\.(m4a|webm|ogg)$/

/** Whether a push is a voice message: an audio file with length and loudness, or one with the name of a recording. */
export const isVoiceMessage = ({ type, file_type = '', file_name = '', duration, peaks }: Recorded): boolean =>
  type === 'file' &&
  /^audio\//i.test(file_type) &&
  ((duration !== undefined && peaks !== undefined) || recordedName.test(file_name))

/** A length in seconds as '0:18', '12:05' or '1:02:03'. */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (number: number) => String(number).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** The text for the file of a push: its name, or 'Voice message, 0:18'; undefined without a file. */
export function fileWords(push: Recorded): string | undefined {
  if (!isVoiceMessage(push)) return push.file_name
  return push.duration === undefined ? 'Voice message' : `Voice message, ${lengthText(push.duration)}`
}
