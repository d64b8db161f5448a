// Exports the session, and the types that programs need to use it.

export type { LastMessage } from './conversations/last-messages.ts'
export type { Suggestion } from './conversations/people.ts'
export type { Draft } from './conversations/push.ts'
export * from './conversations/target.ts'
export type { Ephemeral } from './session/ephemeral.ts'
export * from './session/key-value-store.ts'
export * from './session/open.ts'
export * from './session/platform.ts'
export * from './session/session.ts'
export type { History, HistoryItem } from './sync/history.ts'
export type { Tabs } from './tabs/tabs.ts'
