import { useEffect, useRef } from 'react'

interface PageTitleProps {
  children: string
  className: string | undefined
  /** For titles written by a person. */
  dir?: 'auto'
}

/** The `h1` of a page; it takes the focus. */
export function PageTitle({ children, className, dir }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={heading} tabIndex={-1} data-title="" className={className} dir={dir}>
      {children}
    </h1>
  )
}
