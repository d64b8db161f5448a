// Draws a link's preview: site, title, description and picture, in boxes whose sizes are known before they load.

import { type ReactNode, useState } from 'react'
import { ExternalLink } from './Cards.tsx'
import styles from './LinkPreview.module.css'

interface LinkPreviewProps {
  href: string
  host: string
  title: string
  description?: string | undefined
  /** With its size in pixels. */
  picture?: { src: string; width: number; height: number } | undefined
  icon?: string | undefined
  /** Shown for a site without an icon. */
  kind: ReactNode
}

/** Narrower pictures are placed beside the text: the width in pixels, and relative to the height. */
const wide = { pixels: 300, ratio: 1.15 }
/** Pictures of more extreme proportions are cropped. */
const shapes = { highest: 1, widest: 2.4 }

/** A link with a preview of its page. The whole preview is one link. */
export function LinkPreview({ href, host, title, description, picture, icon, kind }: LinkPreviewProps) {
  const large = picture && picture.width >= wide.pixels && picture.width / picture.height >= wide.ratio
  return (
    <ExternalLink href={href} className={styles.preview}>
      <span className={styles.site}>
        <SiteIcon key={icon} src={icon} kind={kind} />
        <span>{host}</span>
      </span>
      <strong className={styles.title} dir="auto">
        {title}
      </strong>
      {description && (
        <span className={styles.description} dir="auto">
          {description}
        </span>
      )}
      {picture && (
        <span
          className={large ? styles.picture : styles.thumbnail}
          style={large ? { aspectRatio: String(shapeOf(picture)) } : undefined}
        >
          <img src={picture.src} alt="" decoding="async" loading="lazy" />
        </span>
      )}
    </ExternalLink>
  )
}

function shapeOf({ width, height }: { width: number; height: number }): number {
  return Math.min(shapes.widest, Math.max(shapes.highest, width / height))
}

/** An icon that can't be shown is replaced by `kind`. */
function SiteIcon({ src, kind }: { src: string | undefined; kind: ReactNode }) {
  const [failed, setFailed] = useState(false)
  return (
    <span className={styles.icon} aria-hidden="true">
      {src && !failed ? <img src={src} alt="" decoding="async" onError={() => setFailed(true)} /> : kind}
    </span>
  )
}
