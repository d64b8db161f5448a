import { useEffect, useRef } from 'react'

/** The `h1` of a page; it takes the focus. */
export function Title({ children, className }: { children: string; className?: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} data-title="" className={className} dir="auto">
      {children}
    </h1>
  )
}
