import { useStore } from '@nanostores/react'
import { Component, type ComponentType, createElement, lazy, type ReactNode, useEffect, useState } from 'react'
import { currentUrl, reloadAt } from '../browser/location.ts'
import { $networkUp } from '../browser/network.ts'
import { Button } from './Button.tsx'
import { i18n } from './language.ts'
import styles from './lazily.module.css'

const messages = i18n('lazily', {
  missing: "This part of the page didn't load. Check your connection and try again.",
  again: 'Try again',
})

/** The code of a component could not be fetched. */
class NotLoaded extends Error {}

/**
 * A component whose code is fetched when it is first shown; a `Suspense` around it says what is there meanwhile. If the code doesn't load,
 * a notice takes its place. It is fetched again on a press and when the network comes back.
 * @param page it is a whole page, so the notice is the main part of one
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { page = false } = {},
): (props: Props) => ReactNode {
  const attempt = () =>
    lazy(() =>
      load().then(
        (component) => ({ default: component }),
        (cause: unknown) => {
          throw new NotLoaded('The code of a screen could not be fetched.', { cause })
        },
      ),
    )
  // All places share one attempt, so that what has come is shown at once.
  let latest = attempt()
  // biome-ignore lint/correctness/noComponentHookFactories: like React's own lazy(), it is called once for a screen, when a module loads
  return function Lazily(props) {
    const [{ screen, tries }, setState] = useState({ screen: latest, tries: 0 })
    const again = () => setState({ screen: latest, tries: tries + 1 })
    // Whoever leaves now and comes back sees a new attempt, not this one.
    const onFailed = () => {
      if (latest === screen) latest = attempt()
    }
    // With a network it is probably a new version of the server that no longer has this code, and the page is the old one.
    const onPress = () => (tries > 0 && $networkUp.get() ? reloadAt(currentUrl()) : again())
    return (
      <Guard key={tries} notice={<NotLoadedNotice page={page} onFailed={onFailed} onPress={onPress} onNetwork={again} />}>
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
    // Every other error is for the guard of the whole page.
    if (!(error instanceof NotLoaded)) throw error
    return this.props.notice
  }
}

interface NotLoadedNoticeProps {
  page: boolean
  onFailed: () => void
  onPress: () => void
  onNetwork: () => void
}

function NotLoadedNotice({ page, onFailed, onPress, onNetwork }: NotLoadedNoticeProps) {
  const t = useStore(messages)
  useEffect(() => onFailed())
  useEffect(() => $networkUp.listen((up) => up && onNetwork()))
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
