// Loads the code of a component when it is first rendered, and shows a notice if that fails.

import { useStore } from '@nanostores/react'
import { Component, type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'
import { afterFirstPage } from '../browser/clock.ts'
import { currentUrl, reloadAt } from '../browser/location.ts'
import { $networkUp } from '../browser/network.ts'
import { lazilyWords } from './en.ts'
import { Button } from './inputs/Button.tsx'
import { i18n } from './language.ts'
import styles from './lazily.module.css'

const messages = i18n('lazily', lazilyWords)

/** The code of a component could not be loaded. */
class NotLoaded extends Error {}

/** Modules likely to be needed soon. */
const soonNeeded: (() => Promise<unknown>)[] = []

/** Declares that a module is fetched by itself once the first page is shown. */
export function whenSoon<T>(load: () => Promise<T>): () => Promise<T> {
  soonNeeded.push(load)
  return load
}

/** Fetches the code of everything that is needed soon, so that it opens at once, also without a network. */
export function fetchSoonNeeded(): void {
  for (const load of soonNeeded.splice(0)) {
    // If this fails, rendering it tries again and reports it.
    load().catch(() => {})
  }
}

interface LazilyOptions<Props> {
  /** It is a whole page, so the notice is one, too. */
  page?: boolean
  /** Its code is fetched by itself once the first page is shown. */
  soon?: boolean
  /** Its code is fetched with the first page. */
  now?: boolean
  /** Its code is fetched only once the page is shown, even if it is rendered before. It needs `waiting`. */
  later?: boolean
  /** The page works without it: where its code cannot be fetched, nothing says so. */
  spare?: boolean
  /** Drawn until its code is there, in place of the fallback of the `Suspense`. */
  waiting?: (props: Props) => ReactNode
}

interface Lazy<Props> {
  (props: Props): ReactNode
  /** Fetches the code before it is rendered. */
  fetch(): Promise<unknown>
}

/**
 * A component whose code is loaded when it is first rendered, inside a `Suspense`. If that fails, a notice is shown, and loading is retried
 * on a press and when the network is back.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { page = false, soon = false, now = false, later = false, spare = false, waiting }: LazilyOptions<Props> = {},
): Lazy<Props> {
  // Code that is there renders at once; React would show it up to 300 ms after the fallback.
  let loaded: ComponentType<Props> | undefined
  const fetchCode = async () => {
    loaded = await load()
    return loaded
  }
  if (soon) whenSoon(fetchCode)
  // If this fails, rendering it tries again and reports it.
  if (now) fetchCode().catch(() => {})
  const attempt = () =>
    lazy(() =>
      fetchCode().then(
        (component) => ({ default: component }),
        (cause: unknown) => {
          throw new NotLoaded('The code of a screen could not be fetched.', { cause })
        },
      ),
    )
  // All instances share one attempt.
  let latest = attempt()
  return Object.assign(Lazily, { fetch: fetchCode })

  // biome-ignore lint/correctness/noComponentHookFactories: like React's lazy(), it is called once for each screen, when the module loads
  function Lazily(props: Props): ReactNode {
    const [{ screen, tries }, setState] = useState({ screen: loaded ?? latest, tries: 0 })
    const [waits, setWaits] = useState(waiting !== undefined && !loaded)
    useEffect(() => {
      if (!waits) return
      const goOn = () => {
        setState({ screen: loaded ?? latest, tries: 0 })
        setWaits(false)
      }
      const begin = () => void fetchCode().then(goOn, goOn)
      if (later && !loaded) return afterFirstPage(begin)
      begin()
    }, [waits])
    if (waits) return waiting?.(props)
    const again = () => setState({ screen: latest, tries: tries + 1 })
    // The next time it is mounted, loading starts again.
    const onFailed = () => {
      if (latest === screen) latest = attempt()
    }
    // If the network is up, the server was probably updated and no longer has this code: reload the page.
    const onPress = () => (tries > 0 && $networkUp.get() ? reloadAt(currentUrl()) : again())
    return (
      <Guard
        key={tries}
        notice={<NotLoadedNotice page={page} spare={spare} onFailed={onFailed} onPress={onPress} onNetwork={again} />}
      >
        {createElement(screen as ComponentType<Props>, props)}
      </Guard>
    )
  }
}

class Guard extends Component<{ notice: ReactNode; children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    // Other errors go to the error guard of the page.
    if (!(error instanceof NotLoaded)) throw error
    return this.props.notice
  }
}

interface NotLoadedNoticeProps {
  page: boolean
  spare: boolean
  onFailed: () => void
  onPress: () => void
  onNetwork: () => void
}

function NotLoadedNotice({ page, spare, onFailed, onPress, onNetwork }: NotLoadedNoticeProps) {
  const t = useStore(messages)
  useEffect(() => onFailed())
  useEffect(() => $networkUp.listen((up) => up && onNetwork()))
  if (spare) return null
  const notice = (
    <div role="alert" className={styles.notice}>
      <p tabIndex={-1} data-title="">
        {t.missing}
      </p>
      <Button onClick={onPress}>{t.again}</Button>
    </div>
  )
  return page ? <main id="main">{notice}</main> : notice
}
