// Names the functions that may have more than 100 lines, and why.

/** Reasons, by part of the project and function name. An obsolete reason fails the check. */
export const longFunctions: Readonly<Record<string, string>> = {
  'client openConversations': 'Timelines, unread counts and order are updated together from each change.',
  'client openKeptHistory': 'Growing, writing and erasing share one queue of writes.',
  'client openPushChanges': 'Changing, sending and what other windows say act on one table of changes.',
  'client openSession': 'Creates the modules of a session and connects them: one list of calls, without a state of its own.',
  'client openView': 'A window over a history: its two ends and its jumps share what is shown.',
}
