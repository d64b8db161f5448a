import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readGroups } from './checks/requirements.ts'
import { parse, sourceFiles, walk } from './source.ts'

// Checks that the sources contain the texts that docs/requirements.md quotes.

const root = resolve(import.meta.dirname, '..')
/** The groups whose pages are all built. */
const groups = ['SHELL', 'AUTH', 'SYNC', 'SIDE', 'PUSH', 'HIST', 'PICK', 'LIST', 'SETT']

/** Quoted there, but not texts for users: names of keys, terms of the list, parts of other texts. */
const notShown = new Set([
  ...['Signed-in user', 'style guide and page preview pages', 'add a friend'],
  'The paperclip shows when the box is empty, the send icon otherwise',
  ...['Enter', 'Tab', 'Shift+Enter'],
  // Parts of the sentence of SHELL-052.
  ...['(WebSocket)', '(Local Storage)'],
  // Read from the server's answers, and worded differently.
  ...['Email address missing from account.', 'Another user already owns this account.'],
])

/** Whether a quote is a text rather than a path, a field or a value: it contains a space or begins with a capital. */
function isText(quote: string): boolean {
  return !/^[/#]|^https?:/.test(quote) && (/^[A-Z]/.test(quote) || /\s/.test(quote) || quote === 'dismiss' || quote === 'primary')
}

function quotes(): { id: string; quote: string }[] {
  return readGroups(readFileSync(join(root, 'docs/requirements.md'), 'utf8'))
    .filter(({ name }) => groups.includes(name))
    .flatMap(({ sentences }) => [...sentences])
    .flatMap(([id, sentence]) => [...sentence.matchAll(/"([^"]+)"/g)].map(([, quote = '']) => ({ id, quote })))
    .filter(({ quote }) => isText(quote) && !notShown.has(quote))
}

/** Every text of the web client, and every string of the packages below it; placeholders are `{}`. */
function texts(): string[] {
  const web = sourceFiles(join(root, 'packages/web/src'), /^en\.ts$/)
  const below = ['client', 'protocol'].flatMap((part) => sourceFiles(join(root, 'packages', part, 'src'), /\.ts$/))
  return [...web, ...below.filter((file) => !file.includes('.test.'))].flatMap(literals)
}

function literals(file: string): string[] {
  const found: string[] = []
  walk(parse(file).program, (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') found.push(node.value.replace(/\{\w+\}/g, '{}'))
    if (node.type === 'TemplateLiteral')
      found.push((node.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('{}'))
    return true
  })
  return found
}

/** Whether a text matches a quote once its placeholders are filled. A text that is mostly placeholders matches nothing. */
function shows(text: string, quote: string): boolean {
  const filled = quote.replace(/<[^>]+>|\{[^}]+\}/g, '…')
  const parts = text.split('{}')
  if (parts.join('').length < filled.length * 0.6) return false
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 's').test(filled)
}

test('every quoted text of these groups stands in the sources, letter for letter (acceptance point 19)', () => {
  const all = texts()
  const wanted = quotes()
  expect(wanted.length).toBeGreaterThan(90)
  expect(wanted.filter(({ quote }) => !all.some((text) => shows(text, quote)))).toEqual([])
})

test('a text shows a quote only letter for letter, whatever fills its places', () => {
  expect(shows('Say hello to {}', 'Say hello to <target name>')).toBe(true)
  expect(shows('Uplading chunk {} failed.', 'Uplading chunk <n> failed.')).toBe(true)
  expect(shows('Uploading chunk {} failed.', 'Uplading chunk <n> failed.')).toBe(false)
  expect(shows('{}: {}', "error: '/pages/<name>.md' not found")).toBe(false)
  expect(shows('Not sent', 'not sent')).toBe(false)
})
