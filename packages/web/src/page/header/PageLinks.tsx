import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { linkWords, type PageLink } from './links.ts'

/** A list of links. */
export function PageLinks({ links, className }: { links: readonly PageLink[]; className?: string | undefined }): ReactNode {
  const t = useStore(linkWords)
  return links.map(({ words, href, outside }) => (
    <li key={words}>
      {outside ? (
        <a href={href} className={className}>
          {t[words]}
        </a>
      ) : (
        <Link href={href} className={className ?? ''}>
          {t[words]}
        </Link>
      )}
    </li>
  ))
}
