import { hueOf, initialsOf } from '@waypost/client/pictures/hue'
import { useEffect, useState } from 'react'
import { $reducedMotion } from '../../browser/appearance.ts'
import { secureImage } from '../../browser/images.ts'
import { oldInternetExplorer } from '../../browser/old-browser.ts'
import { hrefOf, placeOf, readQuery } from '../../route.ts'
import { $banners, closeBannersOf, showBanner } from '../../ui/feedback/feedback.ts'
import { i18n } from '../../ui/language.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import { pseudo } from '../../ui/pseudo.ts'
import { selfTest } from './en.ts'
import styles from './SelfTests.module.css'

/** It throws or rejects on failure. */
interface SelfTest {
  name: string
  check: () => void | Promise<void>
}

interface Result {
  name: string
  /** Empty if passed. */
  trouble: string
}

/** For developers, so not translated. */
function Results({ title, tests }: { title: string; tests: readonly SelfTest[] }) {
  const [results, setResults] = useState<readonly Result[]>([])
  useEffect(() => {
    let gone = false
    void (async () => {
      const found: Result[] = []
      for (const { name, check } of tests) {
        found.push({ name, trouble: await troubleOf(check) })
        if (gone) return
      }
      setResults(found)
    })()
    return () => {
      gone = true
    }
  }, [tests])
  const failed = results.filter(({ trouble }) => trouble).length
  return (
    <main id="main" className={styles.page}>
      <h1>{title}</h1>
      <p role="status">
        {results.length === 0 ? 'running' : failed > 0 ? `${failed} of ${results.length} failed` : `all ${results.length} passed`}
      </p>
      <Stack as="ul" gap={1} className={styles.list}>
        {results.map(({ name, trouble }) => (
          <li key={name} className={trouble ? styles.fail : styles.pass}>
            <strong>{trouble ? 'fail' : 'pass'}</strong>
            <span>{name}</span>
            {trouble && <span className={styles.trouble}>{trouble}</span>}
          </li>
        ))}
      </Stack>
    </main>
  )
}

async function troubleOf(check: SelfTest['check']): Promise<string> {
  try {
    await check()
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** @throws Error if the two differ as JSON */
function same(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (one !== other) throw new Error(`${one} is not ${other}`)
}

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const milliseconds = (time: string): number => Number.parseFloat(time) * (/\dms$/.test(time) ? 1 : 1_000)

/** Moves a block with the motion tokens, and returns its positions in `frames` equal steps of time. */
function positions(frames: number): number[] {
  const block = document.createElement('div')
  block.style.cssText = 'position:fixed;visibility:hidden;inline-size:1px;block-size:1px'
  document.body.append(block)
  const duration = milliseconds(token('--m-3'))
  const movement = block.animate([{ transform: 'translateX(0)' }, { transform: 'translateX(100px)' }], {
    duration,
    easing: token('--ease'),
    fill: 'both',
  })
  movement.pause()
  const found = Array.from({ length: frames + 1 }, (_, step) => {
    movement.currentTime = (duration * step) / frames
    return new DOMMatrix(getComputedStyle(block).transform).m41
  })
  movement.cancel()
  block.remove()
  return found
}

const motionTests: SelfTest[] = [
  {
    name: 'the four times rise',
    check: () => same(['--m-1', '--m-2', '--m-3', '--m-4'].map(token).map(milliseconds), [90, 160, 240, 420]),
  },
  {
    name: 'a movement begins and ends where it should',
    check: () => {
      const passed = positions(10)
      same([passed[0], passed.at(-1)], [0, 100])
    },
  },
  {
    name: 'a movement never turns back',
    check: () =>
      same(
        positions(24).every((at, index, all) => index === 0 || at >= (all[index - 1] ?? 0)),
        true,
      ),
  },
  { name: 'a movement starts fast and settles slowly', check: () => same((positions(10)[3] ?? 0) > 60, true) },
  {
    name: 'who asks for stillness gets it',
    check: () => {
      const block = document.createElement('div')
      block.style.transition = 'transform 5s'
      document.body.append(block)
      const duration = milliseconds(getComputedStyle(block).transitionDuration)
      block.remove()
      same(duration < 1, $reducedMotion.get())
    },
  },
]

/** `/physics-motionTests`: checks of motion. */
export function MotionTests() {
  return <Results title="Animation" tests={motionTests} />
}

const words = i18n('self-test', selfTest)

const viewTests: SelfTest[] = [
  { name: 'a query string drops empty values', check: () => same(readQuery('?a=1&b=&c=%40'), { a: '1', c: '@' }) },
  {
    name: 'an address survives the way into the hash and back',
    check: () => same(placeOf(hrefOf('people', 'a/b+ü@example.org')), { section: 'people', item: 'a/b+ü@example.org' }),
  },
  {
    name: 'a name fills its place in a sentence',
    check: () => same(words.get().hello({ name: '$& {name}' }), 'Say hello to $& {name}'),
  },
  { name: 'one message', check: () => same(words.get().messages(1), '1 message') },
  { name: 'two messages', check: () => same(words.get().messages(2), '2 messages') },
  { name: 'initials', check: () => same(initialsOf('Ana Maria Reyes'), 'AR') },
  { name: 'a hue is always the same', check: () => same(hueOf('ana@example.org'), hueOf('ana@example.org')) },
  { name: 'the made-up language keeps places for values', check: () => same(pseudo('a {b}').includes('{b}'), true) },
  {
    name: 'a picture of another host comes over https',
    check: () => same(secureImage('http://example.org/a.png'), 'https://example.org/a.png'),
  },
  {
    name: 'an old Internet Explorer is known by its name',
    check: () => same([oldInternetExplorer('MSIE 9.0; Windows'), oldInternetExplorer('MSIE 10.0;')], ['9', undefined]),
  },
  {
    name: 'the same banner stands once',
    check: () => {
      const title = 'Self-test'
      showBanner({ title, body: '' })
      showBanner({ title, body: '' })
      const found = $banners.get().filter((banner) => banner.title === title).length
      closeBannersOf(title)
      same(found, 1)
    },
  },
]

/** `/onecup-viewTests`: checks of texts and addresses. */
export function ViewTests() {
  return <Results title="View helpers" tests={viewTests} />
}
