import { close } from '../words/en.ts'
import { params } from '../words/fill.ts'

export const pictureViewer = {
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  download: params('Download {name}'),
  share: params('Share {name}'),
  original: 'Open original',
  close: close,
  previous: 'Previous picture',
  next: 'Next picture',
  place: params('{at} of {count}'),
  spoken: params('{name}, {at} of {count}'),
  loading: 'Loading picture…',
  earlier: 'Loading earlier pictures…',
  failed: 'Couldn’t show this picture.',
}
