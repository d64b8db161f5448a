import { expect, test } from 'vitest'
import { misusedWords } from './glossary.ts'
import { projectWith } from './test-project.ts'

const inWeb = (name: string, text = '') => projectWith({ [`packages/web/src/ui/${name}`]: text })

test.each([
  ['feed.ts', ''],
  ['feeds.test.ts', ''],
  ['a.ts', 'export function useFeed() {}'],
  ['a.ts', 'export const feedWait = 1'],
  ['a.ts', 'export type Notice = string'],
  ['a.ts', 'export class ThreadError {}'],
  ['a.ts', 'export interface TokenBucket {}'],
  ['a.ts', 'export const microseconds = 1_000'],
])('in %s, "%s" uses a word of the glossary for something else', (name, text) => {
  expect(misusedWords(inWeb(name, text))).toHaveLength(1)
})

test.each([
  ['feedback.ts', ''],
  ['a.ts', 'const feed = 1'],
  ['a.ts', 'export const posted = 1, buckets = 2'],
  ['a.test.ts', 'export const feed = 1'],
])('in %s, "%s" uses no word of the glossary', (name, text) => {
  expect(misusedWords(inWeb(name, text))).toEqual([])
})

test('a word may name in its home what it means', () => {
  const feed = 'export function readFeeds() {}'
  expect(misusedWords(projectWith({ 'packages/server/src/push/feed/feed.ts': feed }))).toEqual([])
})

test('a name with a reason is allowed, and a reason that no name needs is not', () => {
  const project = inWeb('a.ts', 'export const feed = 1')
  expect(misusedWords(project, { 'packages/web/src/ui/a.ts feed': 'Old.' })).toEqual([])
  expect(misusedWords(project, { 'packages/web/src/ui/a.ts feed': 'Old.', 'packages/web/src/b.ts feed': 'Old.' })).toEqual([
    expect.stringContaining('packages/web/src/b.ts feed has no such name'),
  ])
})
