import { expect, it } from 'vitest'
import { linesOf } from './lines.ts'

const tokens = { ntfy_token: 'tk_abc', gotify_token: 'Axyz' }

it('lines name the server, the topic and the token as each program wants them', () => {
  const lines = linesOf('https://push.example.org', 'backups', tokens)
  expect(lines.curl.join('\n')).toBe(
    'curl -H "Authorization: Bearer tk_abc" \\\n  -H "Title: Hello" -d "It works" https://push.example.org/backups',
  )
  expect(lines.ntfy).toEqual({
    server: 'https://push.example.org',
    topic: 'backups',
    token: 'tk_abc',
    address: 'https://push.example.org/backups',
  })
  expect(lines.gotify).toEqual({ server: 'https://push.example.org', token: 'Axyz' })
  expect(lines.apprise).toEqual({
    ntfy: 'ntfys://tk_abc@push.example.org/backups',
    gotify: 'gotifys://push.example.org/Axyz',
  })
  expect(lines.webhook).toBe('https://push.example.org/v3/hooks/tk_abc')
})

it('a server without encryption has the names of schemes without it, and its port', () => {
  const { apprise } = linesOf('http://nas.local:4280', 'nas', tokens)
  expect(apprise).toEqual({ ntfy: 'ntfy://tk_abc@nas.local:4280/nas', gotify: 'gotify://nas.local:4280/Axyz' })
})

it('without the tokens their places are marked', () => {
  expect(linesOf('https://push.example.org', 'nas').webhook).toBe('https://push.example.org/v3/hooks/TOKEN')
})
