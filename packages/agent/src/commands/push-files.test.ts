import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Push } from '@waypost/protocol'
import { expect, test } from 'vitest'
import { findProgram } from '../desktop/program.ts'
import { environmentOf, program } from '../test-cli.ts'
import { machine, server, setUpSignedIn, token, users } from '../test-signed-in.ts'

setUpSignedIn('--device', 'Laptop')

const pushes = async (owner = token): Promise<Push[]> => (await server.request('/v2/pushes', { token: owner })).body.pushes
const bytesAt = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer())
const leftInTemp = () => readdirSync(tmpdir()).filter((name) => /^waypost-\w{6}$/.test(name))

function newFile(name: string, bytes: string | Buffer): string {
  const path = join(machine.settings, name)
  writeFileSync(path, bytes)
  return path
}

test('files are sent unchanged, each as its own push, with the text on the first', async () => {
  const bob = (await server.signUp(`bob${users}@example.org`)).token
  const large = randomBytes(6 * 2 ** 20)
  const paths = [newFile('größe 1.txt', 'milk'), newFile('noise.bin', large), newFile('empty.csv', '')]
  const ended = await machine.run(
    'push',
    '--to',
    `bob${users}@example.org`,
    '--title',
    'Three',
    'Look at',
    'these',
    '--file',
    ...paths,
  )
  expect(ended.stdout).toBe(
    ['größe 1.txt', 'noise.bin', 'empty.csv'].map((name) => `Sent ${name} to bob${users}@example.org.\n`).join(''),
  )
  expect(ended.code).toBe(0)
  const [empty, noise, first] = await pushes(bob)
  expect(first).toMatchObject({
    type: 'file',
    file_name: 'größe 1.txt',
    file_type: 'text/plain',
    title: 'Three',
    body: 'Look at these',
  })
  expect(noise).toMatchObject({ file_name: 'noise.bin', file_type: 'application/octet-stream', file_size: large.length })
  expect(noise).not.toHaveProperty('body')
  expect(empty).toMatchObject({ file_name: 'empty.csv', file_type: 'text/csv' })
  expect((await bytesAt(noise?.file_url)).equals(large)).toBe(true)
  expect((await bytesAt(empty?.file_url)).length).toBe(0)
})

test('standard input is sent as a file, with any bytes, and leaves no file behind', async () => {
  const before = leftInTemp()
  const bytes = Buffer.concat([randomBytes(700_000), Buffer.from([0, 255, 254, 10])])
  const named = machine.start(['push', '--file', '-', '--name', 'notes.tgz', '--json'], { input: bytes })
  const { code, stdout } = await named.ended
  expect(code).toBe(0)
  const push = JSON.parse(stdout)
  expect(push).toMatchObject({ type: 'file', file_name: 'notes.tgz', file_type: 'application/gzip' })
  expect((await bytesAt(push.file_url)).equals(bytes)).toBe(true)
  expect((await machine.start(['push', '--file', '-'], { input: 'x' }).ended).stdout).toBe(
    'Sent input.bin to all your devices.\n',
  )
  expect(leftInTemp()).toEqual(before)
})

test('binary input is not sent as text, and the message tells how to send it', async () => {
  for (const input of [Buffer.from([0x68, 0xff, 0xfe]), Buffer.from('a\0b'), Buffer.from([0xe4])]) {
    const ended = await machine.start(['push'], { input }).ended
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: 'The input is not text. Send it as a file: waypost push --file -\n',
    })
  }
  expect(await pushes()).toEqual([])
})

test('all files are checked before anything is sent', async () => {
  const good = newFile('good.txt', 'good')
  mkdirSync(join(machine.settings, 'folder'))
  const folder = join(machine.settings, 'folder')
  const missing = join(machine.settings, 'missing.txt')
  for (const [words, sentence] of [
    [['--file', good, missing], `There is no file ${missing}. Put the text before --file.\n`],
    [
      ['--file', good, folder],
      `${folder} is a folder. Pack it first: tar cz ${folder} | waypost push --file - --name folder.tgz\n`,
    ],
    [['--file', '/dev/null'], '/dev/null is not a file. Pipe it instead: waypost push --file - < /dev/null\n'],
    [['--file', good, '-', '-'], "'-' can be given once.\n"],
    [['-', '--file', good], 'To send the input as a file: waypost push --file -\n'],
    [['--file', good, '--name', 'x'], '--name is the file name for "--file -". Other files keep their names.\n'],
    [['--file', good, '-', '--name', 'x'], '--name is the file name for "--file -". Other files keep their names.\n'],
    [
      ['--link', 'https://example.org', '--file', good],
      'Send the link and the file separately: a push can only contain one of them.\n',
    ],
    [['hello', '--name', 'x'], '--name is for --file: waypost push --help\n'],
  ] as const) {
    expect(await machine.run('push', ...words)).toEqual({ code: 1, stdout: '', stderr: sentence })
  }
  expect(await pushes()).toEqual([])
})

test('a file that is too large for the account is refused before the upload, from a file or a pipe', async () => {
  const big = Buffer.alloc(25 * 2 ** 20 + 1)
  const before = leftInTemp()
  expect(await machine.run('push', '--file', newFile('big.bin', big))).toEqual({
    code: 1,
    stdout: '',
    stderr: 'big.bin is too big: a file may have 25 MB.\n',
  })
  const piped = machine.start(['push', '--file', '-'], { input: big })
  expect(await piped.ended).toEqual({ code: 1, stdout: '', stderr: 'The input is too big: a file may have 25 MB.\n' })
  expect(leftInTemp()).toEqual(before)
  expect(await pushes()).toEqual([])
})

test('a failure reports the files that were not sent', async () => {
  const files = [newFile('a.txt', 'a'), newFile('b.txt', 'b'), newFile('c.txt', 'c')]
  const { code, stderr } = await machine.run('push', '--to', 'not an@address', '--file', ...files)
  expect(code).toBe(1)
  expect(stderr).toBe("The param 'email' has an invalid value. Not sent either: b.txt, c.txt.\n")
})

test('an invalid link is refused, and a missing scheme is suggested', async () => {
  for (const [link, sentence] of [
    ['example.org/a', 'Did you mean https://example.org/a?'],
    ['hello world', 'It is not a link.'],
    ['javascript:alert(1)', 'It is not a link.'],
    ['data:text/html,x', 'It is not a link.'],
    ['https://', 'It is not a link.'],
    ['', 'It is not a link.'],
  ] as const) {
    const { code, stderr } = await machine.run('push', '--link', link, 'text')
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)])
  }
  expect(await pushes()).toEqual([])
  for (const link of ['https://example.org/ä?q=1#x', 'mailto:ana@example.org', 'ftp://files.example.org/'])
    expect(await machine.run('push', '--link', link)).toMatchObject({ code: 0 })
})

test('a first name is enough if only one person or device has it', async () => {
  const know = (email: string, name: string) => server.request('/v2/contacts', { token, body: { email, name } })
  await know('zoe@example.org', 'Zoë Björk')
  await know('ben.1@example.org', 'Ben Adams')
  await know('ben.2@example.org', 'Ben Okri')
  await server.request('/v2/devices', { token, body: { nickname: 'Pixel 7', type: 'android' } })
  const to = (name: string) => machine.run('push', '--to', name, 'hello')
  expect((await to('zoe')).stdout).toBe('Sent to Zoë Björk (zoe@example.org).\n')
  expect((await to('ben okri')).stdout).toBe('Sent to Ben Okri (ben.2@example.org).\n')
  expect((await to('PIXEL')).stdout).toBe('Sent to Pixel 7.\n')
  expect(await to('Ben')).toMatchObject({
    code: 1,
    stderr:
      'Several people or devices are called "Ben". Choose one by the address:\n  ben.1@example.org  Ben Adams\n  ben.2@example.org  Ben Okri\n',
  })
  expect((await to('Bjrok')).stderr).toBe(
    'There is no device or person called "Bjrok". Did you mean "Zoë Björk"? See your devices with: waypost devices\n',
  )
  expect((await pushes()).map(({ receiver_email }) => receiver_email)).toEqual([
    `ana${users}@example.org`,
    'ben.2@example.org',
    'zoe@example.org',
  ])
})

test('people in chats are found by name', async () => {
  const email = `cleo${users}@example.org`
  await server.signUp(email, 'Cleo Marsh')
  await server.request('/v2/chats', { token, body: { email } })
  expect((await machine.run('push', '--to', 'cleo', 'hello')).stdout).toBe(`Sent to Cleo Marsh (${email}).\n`)
})

test('a single word that names a file is sent as text without a terminal, with a line that says how to send the file', async () => {
  const path = newFile('photo.txt', 'pixels')
  const note = `"${path}" is sent as text. To send the file: waypost push --file ${path}\n`
  expect(await machine.run('push', path)).toEqual({ code: 0, stdout: 'Sent to all your devices.\n', stderr: note })
  expect(await machine.run('push', '--text', path)).toMatchObject({ code: 0, stderr: '' })
  expect((await pushes()).map(({ type, body }) => [type, body])).toEqual([
    ['note', path],
    ['note', path],
  ])
  expect(await machine.run('push', '--text', 'a', '--file', path)).toMatchObject({ code: 1 })
})

test.runIf(findProgram('script'))('on a terminal a single word that names a file asks what to send', async () => {
  const path = newFile('photo.txt', 'pixels')
  async function answered(...answers: string[]): Promise<string> {
    const command = `'${process.execPath}' '${program}' push '${path}'`
    const asked = spawn('script', ['-qefc', command, '/dev/null'], { env: environmentOf(machine.settings) })
    let said = ''
    let questions = 0
    asked.stdout.on('data', (data) => {
      said += data
      for (; said.split('[file/text] ').length - 1 > questions; questions++) asked.stdin.write(`${answers[questions]}\n`)
    })
    await once(asked, 'close')
    return said
  }
  expect(await answered('what?', 'file')).toContain('Sent photo.txt to all your devices.')
  expect(await answered('t')).toContain('Sent to all your devices.')
  const [text, file] = await pushes()
  expect(text).toMatchObject({ type: 'note', body: path })
  expect(file).toMatchObject({ type: 'file', file_name: 'photo.txt' })
  expect((await bytesAt(file?.file_url)).toString()).toBe('pixels')
})
