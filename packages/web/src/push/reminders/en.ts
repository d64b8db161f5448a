import { done } from '../../ui/words/en.ts'
import { params } from '../../ui/words/fill.ts'
import { chooseTime } from '../en.ts'

export const remindWords = {
  title: 'Remind me',
  other: chooseTime,
  remove: params('Remove reminder, {time}'),
  set: params('Reminder set: {time}'),
  removed: 'Reminder removed',
}

export const remindedBar = {
  one: 'Reminder',
  more: params('Reminder, and {count} more'),
  done: done,
}
