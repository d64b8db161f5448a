import { cancel, copied, copy, iAmSure, loadMore, retry } from '../../ui/words/en.ts'

export const actButton = { confirm: iAmSure, cancel: cancel, busy: 'One moment…' }

export const listing = { more: loadMore }

export const settingsLoading = { loading: 'Loading…', retry: retry }

export const secretWords = { copy: copy, copied: copied }

export const topicForm = { cancel: cancel }
