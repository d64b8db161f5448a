/** The steps of the setup checklist, in order. */
export const setupStepNames = [
  'mobile',
  'desktop',
  'sms',
  'notifications',
  'links',
  'files',
  'chat',
  'channels',
  'invite',
] as const
export type SetupStepName = (typeof setupStepNames)[number]
