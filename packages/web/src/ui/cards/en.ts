import { doneOfAll, opensInNewWindow, save } from '../words/en.ts'
import { count, params } from '../words/fill.ts'

export const cards = { opens: opensInNewWindow }

export const fileCard = { download: params('Download {name}'), downloadSized: params('Download {name}, {size}') }

export const imageCard = { open: params('Show {name}') }

export const largePicture = {
  unknown: params('Picture from {host}, size unknown'),
  elsewhere: 'Picture of unknown size',
  size: params('Large picture, {width} × {height}'),
  show: 'Show anyway',
  save: save,
}

export const listCard = {
  showAll: count({ one: 'Show all {count}', other: 'Show all {count}' }),
  progress: params(doneOfAll),
}
