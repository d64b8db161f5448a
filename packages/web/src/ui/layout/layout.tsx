// Lays out children below or beside each other. A rule of a component's own sheet overrides these, e.g. at another width. The shell, the
// sidebar, messages and the base components use their sheets alone, which keeps this out of the scripts that show a page first.

import type { ComponentProps, ElementType, JSX } from 'react'
import './layout.css'

/** A step of the scale of spaces, from `--s-1` to `--s-7`. */
type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7

type Tag = keyof JSX.IntrinsicElements

type LayoutProps<E extends Tag> = ComponentProps<E> & {
  /** The element to draw, a `div` by default. */
  as?: E
  gap?: Gap
  /** Between lines, where that isn't `gap`. */
  rowGap?: Gap
  /** Takes the width that siblings leave, and may become narrower than its content. */
  grow?: boolean
}

type RowProps<E extends Tag> = LayoutProps<E> & {
  /** Across the row, centered by default. */
  align?: 'start' | 'end' | 'baseline' | 'stretch'
  justify?: 'center' | 'end' | 'between'
  /** Continues on another line where the children don't fit. */
  wrap?: boolean
}

/** Children one below the other, each as wide as the stack. */
export function Stack<E extends Tag = 'div'>(props: LayoutProps<E>) {
  return draw('stack', props as DrawProps)
}

/** Children beside each other, in the direction of reading. */
export function Row<E extends Tag = 'div'>(props: RowProps<E>) {
  return draw('row', props as DrawProps)
}

/** The tags differ in what else they take. */
type DrawProps = Omit<RowProps<'div'>, 'as'> & { as?: ElementType }

function draw(
  form: 'stack' | 'row',
  { as: Drawn = 'div', gap, rowGap, grow, align, justify, wrap, className, ...rest }: DrawProps,
) {
  const classes = [
    form,
    gap && `gap-${gap}`,
    rowGap && `row-gap-${rowGap}`,
    grow && 'grow',
    align && `align-${align}`,
    justify && `justify-${justify}`,
    wrap && 'wrap',
    className,
  ]
  return <Drawn {...rest} className={classes.filter(Boolean).join(' ')} />
}
