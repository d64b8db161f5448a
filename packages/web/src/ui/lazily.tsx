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

class NotLoaded extends Error {}

const soonNeeded: (() => Promise<unknown>)[] = []

/** Declares that a module is preloaded once the first page is shown. */
export function whenSoon<T>(load: () => Promise<T>): () => Promise<T> {
  soonNeeded.push(load)
  return load
}

/** Preloads all code likely to be needed soon, so it opens at once, even offline. */
export function fetchSoonNeeded(): void {
  for (const load of soonNeeded.splice(0)) {
    // If this fails, rendering it retries and reports the error.
    load().catch(() => {})
  }
}

interface LazilyOptions<Props> {
  /** Whether it is a whole page, so the notice has to be one, too. */
  page?: boolean
  /** Its code is preloaded once the first page is shown. */
  soon?: boolean
  /** Its code is loaded with the first page. */
  now?: boolean
  /** Its code is only loaded once the page is shown, even if it is rendered before. Requires `waiting`. */
  later?: boolean
  /** The page works without it: if its code can't be loaded, no notice is shown. */
  spare?: boolean
  /** Drawn until its code is loaded, instead of the fallback of the `Suspense`. */
  waiting?: (props: Props) => ReactNode
}

interface Lazy<Props> {
  (props: Props): ReactNode
  fetch(): Promise<unknown>
}

/**
 * A component whose code is loaded when it is first rendered, inside a `Suspense`. If that fails, a notice is shown, and loading is retried
 * on a click and when the network is back.
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { page = false, soon = false, now = false, later = false, spare = false, waiting }: LazilyOptions<Props> = {},
): Lazy<Props> {
  // Loaded code renders at once; React would show it up to 300 ms after the fallback.
  let loaded: ComponentType<Props> | undefined
  const fetchCode = async () => {
    loaded = await load()
    return loaded
  }
  if (soon) whenSoon(fetchCode)
  // If this fails, rendering it retries and reports the error.
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
    // Loading starts again the next time it is mounted.
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
