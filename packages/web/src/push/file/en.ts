import { params } from '../../ui/words/fill.ts'

export const pdfWords = { missing: 'Can’t show this PDF here.' }

export const media = {
  video: params('Video {name}'),
  audio: params('Recording {name}'),
}

export const textExcerpt = {
  label: params('Text of {name}'),
  showAll: 'Show all',
  showLess: 'Show less',
}
