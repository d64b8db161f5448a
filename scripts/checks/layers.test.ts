import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wrongImports } from './layers.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waypost-layers-'))
  write('packages/protocol/package.json', '{"name":"@waypost/protocol","exports":{".":"./src/index.ts","./*":"./src/*.ts"}}')
  write('packages/client/package.json', '{"name":"@waypost/client","exports":{".":"./src/index.ts","./*":"./src/*.ts"}}')
  write('packages/server/package.json', '{"name":"@waypost/server","exports":{"./test-server":"./src/test-server.ts"}}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, content: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function told(file: string, module: string): string[] {
  write(file, `import { x } from '${module}'\nexport const y = x\n`)
  return wrongImports(root)
}

describe('between the parts', () => {
  test.each([
    ['packages/client/src/call.ts', '@waypost/protocol'],
    ['packages/web/src/main.tsx', '@waypost/client/mirror'],
    ['packages/agent/src/cli.ts', '@waypost/protocol/push'],
    ['packages/client/src/mirror.test.ts', '@waypost/server/test-server'],
    ['packages/client/src/ground/key-value-store.contract.ts', '@waypost/server/test-server'],
    ['packages/agent/src/test-cli.ts', '@waypost/server/test-server'],
    ['packages/agent/src/test-cli.ts', '../../../scripts/tests/patience.ts'],
    ['e2e/stories/pushes/push.spec.ts', '@waypost/server/test-server'],
    ['e2e/actors/phone.ts', '../../packages/agent/src/test-cli.ts'],
    ['bench/fan-out.ts', '@waypost/server/test-server'],
    ['packages/server/src/iden.ts', 'node:crypto'],
    ['packages/client/src/mirror.test.ts', 'node:fs'],
    ['packages/web/src/push/Form.tsx', 'react'],
  ])('%s may import %s', (file, module) => {
    expect(told(file, module)).toEqual([])
  })

  test.each([
    ['packages/protocol/src/push.ts', '@waypost/client', 'protocol may import no other part'],
    ['packages/server/src/app.ts', '@waypost/client', 'server may import protocol'],
    ['packages/web/src/main.tsx', '../../server/src/config.ts', 'web may import'],
    ['packages/agent/src/cli.ts', '@waypost/server/test-server', 'only tests, e2e and bench'],
    ['packages/agent/src/cli.test.ts', '../../server/src/config.ts', 'agent may import'],
    ['packages/agent/src/cli.test.ts', '../../../scripts/swift.ts', 'agent may import'],
    ['packages/agent/src/cli.ts', '../../../scripts/tests/patience.ts', 'agent may import'],
    ['scripts/demo/demo.ts', '@waypost/server/test-server', 'only tests, e2e and bench'],
    ['packages/client/src/index.ts', './saved.contract.ts', 'only tests may import a test'],
    ['packages/agent/src/cli.ts', './test-cli.ts', 'only tests may import a test'],
    ['packages/protocol/src/wire/end-to-end-encryption.ts', 'node:crypto', 'must run without Node.js'],
    ['packages/client/src/ground/key-value-store.ts', 'fs/promises', 'must run without Node.js'],
    ['packages/client/src/mirror.ts', 'react', 'has no screen'],
  ])('%s may not import %s', (file, module, reason) => {
    expect(told(file, module)).toEqual([expect.stringContaining(reason)])
  })

  test('a package without a place in the plan is refused', () => {
    write('packages/extra/src/index.ts', '')
    expect(wrongImports(root)).toEqual([expect.stringContaining('packages/extra')])
  })
})

describe('in the server', () => {
  test.each([
    ['push/calls.ts', '../device/rows.ts'],
    ['push/calls.ts', '../channel/rules.ts'],
    ['push/calls.ts', './rows.ts'],
    ['push/rows.ts', '../change.ts'],
    ['push/calls.ts', '../mail/mail.ts'],
    ['plan/calls.ts', '../billing/billing.ts'],
    ['sign-in/calls.ts', '../account/rows.ts'],
    ['config.ts', './sign-in/oidc/settings.ts'],
    ['test-server.ts', './account/rows.ts'],
    ['everything/calls.ts', '../push/rows.ts'],
    ['jobs/jobs.ts', '../db/db.ts'],
    ['app.ts', './push/calls.ts'],
    ['features.ts', './push/calls.ts'],
    ['app.ts', './features.ts'],
    ['main.ts', './app.ts'],
    ['notify.ts', './bus/bus.ts'],
    ['push/calls.ts', '../http/http.ts'],
    ['http/http.ts', '../caller.ts'],
    ['pages/web.ts', '../http/refusals.ts'],
    ['monitoring/metrics.ts', '../jobs/rows.ts'],
    ['app.ts', './pages/web.ts'],
    ['config.ts', './pages/links.ts'],
    ['push/push.test.ts', '../sms/calls.ts'],
    ['sign-in/calls.ts', '../access-token/support-session.ts'],
  ])('%s may import %s', (file, module) => {
    expect(told(`packages/server/src/${file}`, module)).toEqual([])
  })

  test.each([
    ['push/calls.ts', '../device/calls.ts', 'for its clients only'],
    ['device/rows.ts', '../push/rows.ts', 'does not stand before'],
    ['device/rows.ts', '../chat/rows.ts', 'does not stand before'],
    ['push/calls.ts', '../app.ts', "only the program's start"],
    ['push/calls.ts', '../features.ts', "only the program's start"],
    ['http/http.ts', '../test-server.ts', 'only tests, e2e and bench'],
    ['http/http.ts', '../account/rows.ts', 'may not use the feature account'],
    ['http/http.ts', '../features.ts', "only the program's start"],
    ['http/http.ts', '../stream/hub.ts', 'may not use stream'],
    ['notify.ts', './account/rows.ts', 'only features.ts, app.ts and admin.ts know the features'],
    ['main.ts', './account/rows.ts', 'only features.ts, app.ts and admin.ts know the features'],
    ['stream/hub.ts', '../push/rows.ts', 'may not use the feature push'],
    ['billing/stripe.ts', '../push/rows.ts', 'may not use the feature push'],
    ['billing/stripe.ts', '../plan/calls.ts', 'for its clients only'],
    ['account/calls.ts', '../sign-in/elevation.ts', 'does not stand before'],
    ['push/calls.ts', '../stream/hub.ts', 'may not use stream'],
    ['push/calls.ts', '../billing/billing.ts', 'may not use billing'],
    ['push/calls.ts', '../pages/links.ts', 'may not use pages'],
    ['http/http.ts', '../monitoring/metrics.ts', 'may not use monitoring'],
    ['push/calls.ts', '../extra/rows.ts', 'the plan does not know'],
  ])('%s may not import %s', (file, module, reason) => {
    expect(told(`packages/server/src/${file}`, module)).toEqual([expect.stringContaining(reason)])
  })
})

describe('in the client', () => {
  test.each([
    ['sync/mirror.ts', '../ground/call.ts'],
    ['queue/outbox.ts', '../tabs/tab-channel.ts'],
    ['queue/outbox.ts', './entries.ts'],
    ['session/open.ts', '../settings/preferences.ts'],
    ['search/text-search.ts', '../sms/sms.ts'],
    ['sms/sms.ts', '../session/session.ts'],
    ['index.ts', './session/open.ts'],
    ['sync/mirror.test.ts', '../session/test-sessions.ts'],
  ])('%s may import %s', (file, module) => {
    expect(told(`packages/client/src/${file}`, module)).toEqual([])
  })

  test.each([
    ['ground/call.ts', '../sync/mirror.ts', 'sync does not stand before ground'],
    ['sync/mirror.ts', '../history/target.ts', 'history does not stand before sync'],
    ['settings/invite.ts', '../session/session.ts', 'session does not stand before settings'],
    ['settings/invite.ts', '../conversations/people.ts', 'conversations does not stand before settings'],
    ['sms/sms.ts', '../search/text-search.ts', 'search does not stand before sms'],
    ['session/open.ts', '../sms/sms.ts', 'sms does not stand before session'],
    ['sync/mirror.ts', '../index.ts', 'only other packages use index'],
    ['sync/mirror.ts', '../extra/rows.ts', 'extra is a folder that the plan does not know'],
    ['extra/rows.ts', '../sync/mirror.ts', 'extra is a folder that the plan does not know'],
  ])('%s may not import %s', (file, module, reason) => {
    expect(told(`packages/client/src/${file}`, module)).toEqual([expect.stringContaining(reason)])
  })
})

describe('in the web client', () => {
  test.each([
    ['push/Form.tsx', '../ui/Button.tsx'],
    ['push/Form.tsx', '../route.ts'],
    ['push/Form.tsx', '../browser/storage.ts'],
    ['ui/Menu.tsx', '../browser/media.ts'],
    ['route.ts', './browser/location.ts'],
    ['push/Form.tsx', '../session/context.ts'],
    ['push/Form.tsx', '../target/TargetAvatar.tsx'],
    ['page/Header.tsx', '../format/names.ts'],
    ['ui/Menu.tsx', './Menu.module.css'],
    ['App.tsx', './push/Form.tsx'],
    ['settings/Password.tsx', '../sign-in/PasswordField.tsx'],
  ])('%s may import %s', (file, module) => {
    expect(told(`packages/web/src/${file}`, module)).toEqual([])
  })

  test.each([
    ['push/Form.tsx', '../text/Thread.tsx', 'a folder may use'],
    ['push/Form.tsx', '../text/Thread.module.css', 'a folder may use'],
    ['sign-in/Proof.tsx', '../settings/Settings.tsx', 'a folder may use'],
    ['push/Form.tsx', '../App.tsx', 'only main.tsx knows App'],
    ['ui/Menu.tsx', '../target/TargetAvatar.tsx', 'ui may use no other folder'],
    ['format/names.ts', '../session/context.ts', 'format may use ui, not session'],
    ['page/Header.tsx', '../push/Form.tsx', 'page may use ui, format, session, not push'],
    ['ui/Menu.tsx', '../route.ts', 'may not use route'],
    ['browser/media.ts', '../ui/size.ts', 'browser knows nothing'],
    ['browser/media.ts', '../route.ts', 'browser knows nothing'],
    ['ui/Menu.tsx', '@waypost/client', 'ui knows no feature'],
    ['route.ts', './push/Form.tsx', 'know the folders'],
  ])('%s may not import %s', (file, module, reason) => {
    expect(told(`packages/web/src/${file}`, module)).toEqual([expect.stringContaining(reason)])
  })
})

describe('every way to name a module', () => {
  test.each([
    ["import type { x } from '@waypost/client'"],
    ["import { type x } from '@waypost/client'"],
    ["export type { x } from '@waypost/client'"],
    ["export * from '@waypost/client'"],
    ["export const x = await import('@waypost/client')"],
    ["export type X = import('@waypost/client').X"],
    ["import '@waypost/client'"],
  ])('%s is followed', (statement) => {
    write('packages/protocol/src/push.ts', statement)
    expect(wrongImports(root)).toEqual([expect.stringContaining('packages/protocol/src/push.ts:1 imports @waypost/client')])
  })
})

describe('circles', () => {
  test('a circle over three modules is told with its way, type-only imports included', () => {
    write('packages/client/src/a.ts', "import { b } from './b.ts'\nexport const a = b")
    write('packages/client/src/b.ts', "import type { C } from './c.ts'\nexport const b: C = 1")
    write('packages/client/src/c.ts', "import { a } from '@waypost/client/a'\nexport type C = typeof a")
    const [a, b, c] = ['a', 'b', 'c'].map((name) => join('packages/client/src', `${name}.ts`))
    expect(wrongImports(root)).toEqual([`a circle: ${a} -> ${b} -> ${c} -> ${a}`])
  })

  test('two ways to the same module are no circle', () => {
    write('packages/client/src/a.ts', "import './b.ts'\nimport './c.ts'")
    write('packages/client/src/b.ts', "import './c.ts'")
    write('packages/client/src/c.ts', '')
    expect(wrongImports(root)).toEqual([])
  })
})
