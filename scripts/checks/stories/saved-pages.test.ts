import { expect, test } from 'vitest'
import { projectWith } from '../test-project.ts'
import { leftOverPages } from './saved-pages.ts'

const story = "await expectReadOut(page, 'wrong password')\nawait faultsAndOverflow(page, `tab ¤{tab}`, shown, page)\n".replace(
  '¤',
  '$',
)
const project = (...pages: string[]) =>
  projectWith({
    'e2e/stories/account/sign-in.spec.ts': story,
    ...Object.fromEntries(pages.map((page) => [`e2e/stories/read-out/${page}.txt`, '- main\n'])),
  })

test('a saved page is named in a string of its stories, also with a value in it, and may have a narrow one', () => {
  const pages = ['wrong-password', 'wrong-password-narrow', 'tab-server'].map((name) => `sign-in.spec.ts/${name}`)
  expect(leftOverPages(project(...pages))).toEqual([])
})

test('what no story names, what belongs to no file of stories, and a narrow page alone are found', () => {
  expect(
    leftOverPages(project('sign-in.spec.ts/gone', 'gone.spec.ts/wrong-password', 'sign-in.spec.ts/tab-server-narrow')),
  ).toEqual([
    'e2e/stories/read-out/gone.spec.ts/wrong-password.txt is named by no story: delete it',
    'e2e/stories/read-out/sign-in.spec.ts/gone.txt is named by no story: delete it',
    'e2e/stories/read-out/sign-in.spec.ts/tab-server-narrow.txt has no tab-server.txt for wide screens',
  ])
})
