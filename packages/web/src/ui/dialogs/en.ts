import { close } from '../words/en.ts'

export const alertDialog = { dismiss: 'dismiss' }

export const dialogWords = { close: close }
