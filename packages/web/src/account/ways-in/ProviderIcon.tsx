// Draws the picture of a sign-in provider, or an icon in its place.

import { LogIn, Mail } from 'lucide-react'
import { useState } from 'react'
import type { Provider } from '../flow.ts'
import styles from './ProviderIcon.module.css'

/** The picture of a provider. One that has none, or whose picture does not load, has an icon. */
export function ProviderIcon({ provider: { type, picture_url } }: { provider: Provider }) {
  const [broken, setBroken] = useState(false)
  if (picture_url !== undefined && !broken)
    return <img className={styles.picture} src={picture_url} alt="" width={20} height={20} onError={() => setBroken(true)} />
  return type === 'local' ? <Mail size={20} aria-hidden="true" /> : <LogIn size={20} aria-hidden="true" />
}
