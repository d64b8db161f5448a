import { expect, test } from 'vitest'
import { hasSetup, type SetupFacts, setupStepNames, setupSteps } from './setup.ts'

const facts: SetupFacts = { account: { created: 1_700_000_000 }, devices: [], pushes: [], subscriptions: [] }
const done = (more: Partial<SetupFacts>) =>
  setupSteps({ ...facts, ...more })
    .filter((step) => step.done)
    .map(({ name }) => name)
const device = (type: string, active = true) => [{ type, active }]

test('API-114 SETUP-003 there are nine steps, each with a name, a type, a picture, help and whether it is done', () => {
  const steps = setupSteps(facts)
  expect(steps.map(({ name }) => name)).toEqual([...setupStepNames])
  expect(steps).toHaveLength(9)
  for (const step of steps)
    expect(step).toMatchObject({ type: expect.any(String), image: expect.any(String), help_url: expect.any(String), done: false })
})

test('SETUP-004 only newer accounts have the checklist, until it is done', () => {
  expect(hasSetup({ created: 1_440_698_722 })).toBe(false)
  expect(hasSetup({ created: 1_440_698_722.5 })).toBe(true)
  expect(hasSetup({ created: 1_700_000_000, preferences: { setup_done: true } })).toBe(false)
})

test('SETUP-005 SETUP-007 GAP-085 a step is done when its preference says so', () => {
  expect(
    done({ account: { created: 1, preferences: { setup_invite: 'Skipped', setup_notifications: true, setup_sms: false } } }),
  ).toEqual(['notifications', 'invite'])
})

test('SETUP-006 SETUP-008 SETUP-009 SETUP-010 SETUP-011 SETUP-012 SETUP-013 what the account has and does is seen', () => {
  expect(done({ devices: device('android') })).toEqual(['mobile'])
  expect(done({ devices: device('ios') })).toEqual(['mobile'])
  expect(done({ devices: device('android', false) })).toEqual([])
  for (const type of ['chrome', 'firefox', 'safari', 'opera', 'windows'])
    expect(done({ devices: device(type) })).toEqual(['desktop'])
  expect(done({ devices: device('watch') })).toEqual([])
  expect(done({ subscriptions: [{ active: true }] })).toEqual(['channels'])
  const push = { active: true, type: 'link', direction: 'outgoing' } as const
  expect(done({ pushes: [push] })).toEqual(['links', 'chat'])
  expect(done({ pushes: [{ ...push, direction: 'incoming' }] })).toEqual([])
  expect(done({ pushes: [{ ...push, type: 'file', direction: 'incoming' }] })).toEqual(['files'])
  expect(done({ pushes: [{ ...push, active: false }] })).toEqual([])
})

test('SETUP-014 texts are a step for whoever has an Android phone, or no iPhone', () => {
  const names = (devices: SetupFacts['devices']) => setupSteps({ ...facts, devices }).map(({ name }) => name)
  expect(names(device('ios'))).not.toContain('sms')
  expect(names([...device('ios'), ...device('android')])).toContain('sms')
  expect(names(device('android', false))).toContain('sms')
})
