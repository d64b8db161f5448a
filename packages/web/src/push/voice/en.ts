// What these screens say, in English.

import { download, partOfPageFailed, undo } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'

export const voiceButton = {
  record: 'Record a voice message',
  failed: "Can't record",
  insecure: 'Browsers allow recording only on secure pages. Open Waypost at an address that begins with https.',
  unsupported: "This browser can't record sound.",
  refused: "Waypost may not use the microphone. Allow it in the browser's settings for this page.",
  missing: 'No microphone was found. Connect one and try again.',
  unreachable: partOfPageFailed,
  busy: 'Another program uses the microphone. Close it and try again.',
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
  offline: "Couldn't load this voice message. Check your connection and try again.",
  gone: 'This recording is no longer on the server. Ask its sender to send it again.',
  unsupported: "This browser can't play this recording. Download it to listen to it.",
  elsewhere: 'This recording is in another window. You can play it here once it is sent.',
}

export const voiceStrip = {
  label: 'Recording a voice message',
  asking: 'Allow the microphone in your browser.',
  recording: 'Recording',
  pause: 'Pause recording',
  resume: 'Continue recording',
  discard: 'Discard the recording',
  send: 'Send',
  discarded: 'Recording discarded',
  undo: undo,
}
