import { close } from '../words/en.ts'

export const bannersWords = { close: close }

export const toastsWords = { region: 'Notifications', close: close }
