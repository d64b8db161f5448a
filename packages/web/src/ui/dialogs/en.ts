// The English texts of these screens.

import { close } from '../words/en.ts'

export const alertDialog = { dismiss: 'dismiss' }

export const dialogWords = { close: close }
