import { pixelDensity } from '../browser/media.ts'

/** In milliseconds. */
const confettiFor = 1_500

const pieces = 140
/** In CSS pixels per second, and per second squared. */
const speed = 900
const gravity = 1_100

interface Piece {
  x: number
  y: number
  dx: number
  dy: number
  turn: number
  spin: number
  size: number
  colour: string
}

/** Animates confetti on a canvas once; its `data-state` is `flying`, then `over`. Returns a function that stops. */
export function throwConfetti(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d')
  if (!context) return () => {}
  const { width, height } = canvas.getBoundingClientRect()
  const density = pixelDensity()
  canvas.width = width * density
  canvas.height = height * density
  context.scale(density, density)
  const colours = ['--accent', '--flight', '--ok', '--accent-line', '--flight-line'].map((name) => colourOf(canvas, name))
  const flying = Array.from({ length: pieces }, (_, index) => thrown(index, width, height, colours))
  canvas.dataset.state = 'flying'
  let start: number | undefined
  let frame = requestAnimationFrame(draw)

  function draw(now: number) {
    start ??= now
    const passed = now - start
    context?.clearRect(0, 0, width, height)
    if (passed >= confettiFor) {
      canvas.dataset.state = 'over'
      return
    }
    for (const piece of flying) paint(context as CanvasRenderingContext2D, piece, passed / 1_000)
    frame = requestAnimationFrame(draw)
  }

  return () => cancelAnimationFrame(frame)
}

/** A canvas does not understand light-dark(). */
function colourOf(element: HTMLElement, name: string): string {
  element.style.color = `var(${name})`
  return getComputedStyle(element).color
}

function thrown(index: number, width: number, height: number, colours: readonly string[]): Piece {
  const left = index % 2 === 0
  const angle = ((50 + Math.random() * 35) * Math.PI) / 180
  const force = speed * (0.7 + Math.random() * 0.7)
  return {
    x: left ? 0 : width,
    y: height * 0.85,
    dx: Math.cos(angle) * force * (left ? 1 : -1),
    dy: -Math.sin(angle) * force,
    turn: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 14,
    size: 7 + Math.random() * 7,
    colour: colours[index % colours.length] ?? '',
  }
}

function paint(context: CanvasRenderingContext2D, { x, y, dx, dy, turn, spin, size, colour }: Piece, seconds: number): void {
  context.save()
  context.translate(x + dx * seconds, y + dy * seconds + (gravity * seconds ** 2) / 2)
  context.rotate(turn + spin * seconds)
  context.globalAlpha = Math.min(1, (confettiFor / 1_000 - seconds) * 3)
  context.fillStyle = colour
  context.fillRect(-size / 2, -size / 4, size, size / 2)
  context.restore()
}
