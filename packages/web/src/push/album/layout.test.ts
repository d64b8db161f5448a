import { expect, test } from 'vitest'
import { type Box, layOut } from './layout.ts'

/** A fixed sequence of pseudorandom numbers, from 0 to 1. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

const meet = (one: Box, other: Box) =>
  one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height

test('any 2 to 30 pictures fill one box, at most 1.15 times as high as wide, without an overlap (acceptance point 7)', () => {
  const random = numbers(7)
  const faults: object[] = []
  for (let round = 0; round < 2_000; round++) {
    const width = round % 2 === 0 ? 500 : 290
    const count = 2 + Math.floor(random() * 29)
    // From a strip of 1:20 to one of 20:1.
    const ratios = Array.from({ length: count }, () => 20 ** (2 * random() - 1))
    const { boxes, height } = layOut(ratios, width)
    const isInside = ({ x, y, ...box }: Box) =>
      x >= 0 && y >= 0 && x + box.width <= width && y + box.height <= height + 0.01 && Math.min(box.width, box.height) > 20
    const isFine =
      boxes.length === Math.min(10, count) &&
      height <= 1.15 * width &&
      boxes.every(isInside) &&
      boxes.every((box, index) => boxes.slice(index + 1).every((other) => !meet(box, other)))
    if (!isFine) faults.push({ ratios, width, height, boxes })
  }
  expect(faults).toEqual([])
})

test('a tall first picture stands beside two or three wide ones', () => {
  const { boxes, height } = layOut([0.75, 1.5, 1.5], 500)
  expect(boxes[0]).toMatchObject({ x: 0, y: 0, height })
  expect(boxes.slice(1).map(({ x }) => x)).toEqual([(boxes[0]?.width ?? 0) + 2, (boxes[0]?.width ?? 0) + 2])
})

test('the box of each picture has nearly its proportions where they can be kept', () => {
  for (const ratios of [[1.5, 1.5], [1.5, 1.5, 1.5, 1.5], Array.from({ length: 9 }, () => 4 / 3)])
    for (const [index, { width, height }] of layOut(ratios, 500).boxes.entries())
      expect(Math.abs(Math.log(width / height / (ratios[index] ?? 1)))).toBeLessThan(Math.log(1 / 0.65))
})

test('pictures after the tenth change nothing about the layout', () => {
  const ratios = Array.from({ length: 10 }, (_, index) => 0.7 + index / 10)
  expect(layOut([...ratios, 1, 2, 0.5], 500)).toEqual(layOut(ratios, 500))
})
