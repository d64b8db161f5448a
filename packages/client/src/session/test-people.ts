import type { Push } from '@waypost/protocol'
import { startTestServer, type TestServer } from '@waypost/server/test-server'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Person, testSessions } from './test-sessions.ts'

// For tests: a server for the file, people who sign up at it, and their sessions.

export let server: TestServer
let people = 0
const sessions = testSessions(() => server.origin)
export const { open, started } = sessions

/** The sessions are closed after each test. */
export function setUpPeople(): void {
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterEach(sessions.closeAll)
  afterAll(() => server.close())
}

export const signUp = () => server.signUp(`person-${++people}@example.org`, `Person ${people}`)

/** Creates pushes over HTTP, as another program would. */
export async function post(person: Person, count: number, fields: object = {}): Promise<Push[]> {
  const pushes: Push[] = []
  for (let index = 0; index < count; index++) {
    const { body } = await server.request('/v2/pushes', {
      token: person.token,
      body: { type: 'note', body: `post ${index}`, ...fields },
    })
    pushes.push(body as Push)
  }
  return pushes
}
