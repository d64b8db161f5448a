import { deleteIt, edit, save } from '../../ui/words/en.ts'
import { count, params } from '../../ui/words/fill.ts'
import { chooseTime } from '../en.ts'

export const sendLater = {
  later: 'Send later',
  filesLater: 'Send files later',
  other: chooseTime,
}

export const sendTimeDialog = {
  date: 'Date',
  time: 'Time',
  save: 'Schedule',
  past: 'Choose a time in the future.',
  far: 'Choose a time within a year.',
  missing: 'Choose a date and time.',
}

export const scheduledMessages = {
  region: 'Scheduled messages',
  all: count({ one: '{count} scheduled message', other: '{count} scheduled messages' }),
  menu: params('{text}, {time}: actions'),
  sendNow: 'Send now',
  changeTime: 'Change time',
  edit: edit,
  cancel: 'Cancel sending',
  delete: deleteIt,
  notSent: 'not sent',
  file: 'File',
  sent: 'Sent.',
  canceled: 'Message canceled.',
}

export const editScheduled = {
  heading: 'Edit message',
  title: 'Title',
  url: 'Link',
  message: 'Message',
  save: save,
  empty: 'Write a message, or cancel sending instead.',
}

export const sendTime = {
  today: params('Today at {time}'),
  tomorrow: params('Tomorrow at {time}'),
  other: params('{day} at {time}'),
}

export const sendTimesWords = {
  hour: params('In an hour, {time}'),
  evening: params('This evening, {time}'),
  morning: params('Tomorrow morning, {time}'),
  monday: params('Next Monday, {time}'),
}
