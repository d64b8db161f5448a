import { download, partOfPageFailed, undo } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const voiceButton = {
  record: 'Record voice message',
  failed: 'Couldn’t record',
  insecure: 'Recording needs a secure page. Open Waypost at an https address.',
  unsupported: 'This browser can’t record sound.',
  refused: 'Waypost can’t use the microphone. Allow it in your browser’s settings for this site.',
  missing: 'No microphone found. Connect one and try again.',
  unreachable: partOfPageFailed,
  busy: 'Another program is using the microphone. Close it and try again.',
}

export const voicePlayer = {
  label: 'Voice message',
  play: 'Play',
  pause: 'Pause',
  position: 'Position',
  of: params('{at} of {length} seconds'),
  rate: params('Speed: {rate}×'),
  times: params('{rate}×'),
  unplayed: 'Not played yet',
  download: download,
  offline: 'Couldn’t load this voice message. Check your connection and try again.',
  gone: 'This voice message is no longer on the server. Ask the sender to send it again.',
  unsupported: 'This browser can’t play this voice message. Download it to listen.',
  elsewhere: 'This voice message is in another window. You can play it here once it’s sent.',
}

export const voiceStrip = {
  label: 'Recording a voice message',
  asking: 'Allow your browser to use the microphone.',
  recording: 'Recording',
  pause: 'Pause recording',
  resume: 'Resume recording',
  discard: 'Discard recording',
  send: 'Send',
  discarded: 'Recording discarded',
  undo: undo,
}
