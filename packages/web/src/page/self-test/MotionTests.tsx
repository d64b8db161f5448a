// Checks the motion tokens in this browser, for developers.

import { $reducedMotion } from '../../browser/media.ts'
import { Results, type SelfTest, same } from './Results.tsx'

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Parses a CSS time to milliseconds. */
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

const tests: SelfTest[] = [
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

/** `/physics-tests`: checks of motion. */
export default function MotionTests() {
  return <Results title="Animation" tests={tests} />
}
