import { save } from '../words/en.ts'

export const comboboxWords = { suggestions: 'Suggestions' }

export const composer = { send: 'Send', save: save, attach: 'Attach files' }

export const fileDrop = { drop: 'Drop file here.' }
