import { cancel, close, remove, sendTo } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'

export const picturesDialog = {
  left: 'Turn left',
  right: 'Turn right',
  crop: 'Crop',
  remove: remove,
  add: 'Add pictures',
  pictures: 'Pictures',
  picture: params('Picture {at} of {of}, {name}'),
  size: 'Size',
  original: 'Original',
  originalOf: params('Original, {size}'),
  large: params('Large ({side} pixels)'),
  medium: params('Medium ({side} pixels)'),
  small: params('Small ({side} pixels)'),
  pixels: params('{width} × {height}'),
  plain: 'You can’t edit this file here. It’s sent as is.',
  send: 'Send',
  sendMany: count({ one: 'Send {count} picture', other: 'Send {count} pictures' }),
  failed: 'Couldn’t edit a picture. Try a smaller size, or send it as it is.',
}

export const cropLabelsWords = {
  cropArea: 'Crop area',
  nwDragHandle: 'Upper left corner',
  nDragHandle: 'Upper edge',
  neDragHandle: 'Upper right corner',
  eDragHandle: 'Right edge',
  seDragHandle: 'Lower right corner',
  sDragHandle: 'Lower edge',
  swDragHandle: 'Lower left corner',
  wDragHandle: 'Left edge',
}

export const sendDialog = {
  title: params(sendTo),
  close: close,
  cancel: cancel,
  caption: 'Caption',
  addCaption: 'Add a caption',
  discard: 'Discard the caption?',
  keep: 'Keep writing',
  confirm: 'Discard',
}
