import { params } from '../../../ui/words/fill.ts'

export const quietHoursFields = {
  hours: params('Quiet hours {number}'),
  days: 'Days',
  from: 'From',
  to: 'To',
  nextDay: 'until the next day',
  noDay: 'Choose at least one day.',
  remove: params('Remove quiet hours {number}'),
  add: 'Add hours',
  zone: 'Time zone',
  through: 'Still notify me about',
  nothing: 'Nothing',
  max: 'Urgent messages',
  high: 'Important and urgent messages',
  usual: 'All but low-priority messages',
}
