import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openTestMachine, type TestMachine } from './test-cli.ts'

// For tests of commands: one server for the file, and for each test a new machine and account.

export let server: TestServer
export let machine: TestMachine
export let token: string
/** The number of the account, for further addresses on the same server. */
export let users = 0

export function setUpMachine(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())
  beforeEach(() => {
    machine = openTestMachine()
  })
  afterEach(() => machine.close())
}

export function setUpAccounts(): void {
  setUpMachine()
  beforeEach(async () => {
    token = (await server.signUp(`ana${++users}@example.org`)).token
  })
}

/** Also signs the machine in. @param options of `waypost login` */
export function setUpSignedIn(...options: readonly string[]): void {
  setUpAccounts()
  beforeEach(() => machine.run('login', '--server', server.origin, '--token', token, ...options))
}
