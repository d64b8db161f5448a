import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { copyText } from '../../browser/clipboard.ts'
import { setTitle } from '../../browser/document.ts'
import { currentHash, currentPath, currentUrl, reloadAt } from '../../browser/location.ts'
import { tracked } from '../../browser/log.ts'
import { isOnline } from '../../browser/network.ts'
import { aboutBrowser } from '../../browser/system.ts'
import { i18n } from '../../ui/language.ts'
import { type Diagnostics, diagnosticsOf } from './diagnostics.ts'
import { errorPage } from './en.ts'

const messages = i18n('error-page', errorPage)

export type SendReport = (report: { subject: string; body: string; data: Diagnostics }) => Promise<void>

/**
 * The page after an unhandled error. It depends on nothing that may be broken: no store, component or style sheet, except for colours if
 * available.
 */
export function ErrorPage({ error, onReport }: { error: unknown; onReport: SendReport }) {
  const t = messages.get()
  const heading = useRef<HTMLHeadingElement>(null)
  const [words, setWords] = useState('')
  const [state, setState] = useState<'open' | 'sending' | 'sent' | 'failed'>('open')
  const [copied, setCopied] = useState(false)
  const [diagnostics] = useState(() => diagnosticsOf(error, surroundings()))
  const shown = JSON.stringify(diagnostics, undefined, 2)
  useEffect(() => {
    setTitle(messages.get().title)
    heading.current?.focus()
  }, [])

  async function submit() {
    if (state === 'sending' || state === 'sent') return
    setState('sending')
    try {
      await onReport({ subject: t.title, body: words.trim(), data: diagnostics })
      setState('sent')
    } catch {
      setState('failed')
    }
  }

  return (
    <main id="main" style={page}>
      <div style={column}>
        <h1 ref={heading} tabIndex={-1} style={title}>
          {t.title}
        </h1>
        <p style={second}>{t.lead}</p>
        <label style={field}>
          {t.describe}
          <textarea
            dir="auto"
            rows={4}
            placeholder={t.placeholder}
            value={words}
            readOnly={state === 'sent'}
            onChange={(event) => setWords(event.target.value)}
            style={box}
          />
        </label>
        <div style={row}>
          <button
            type="button"
            onClick={() => void submit()}
            aria-disabled={state === 'sending' || state === 'sent'}
            style={main}
          >
            {t.submit}
          </button>
          <button type="button" onClick={() => reloadAt(currentUrl())} style={other}>
            {t.reload}
          </button>
          <span role="status" style={second}>
            {state === 'sending' ? t.sending : state === 'sent' ? t.sent : state === 'failed' ? t.notSent : ''}
          </span>
        </div>
        <label style={field}>
          {t.diagnostics}
          <textarea readOnly rows={10} dir="ltr" value={shown} style={{ ...box, ...mono }} />
        </label>
        <div style={row}>
          <button type="button" onClick={async () => setCopied(await copyText(shown))} style={other}>
            {copied ? t.copied : t.copy}
          </button>
        </div>
      </div>
    </main>
  )
}

function surroundings() {
  const { userAgent, language } = aboutBrowser()
  return {
    path: currentPath(),
    hash: currentHash(),
    now: new Date(),
    browser: userAgent,
    language,
    window: `${innerWidth} x ${innerHeight}`,
    online: isOnline(),
    log: tracked(),
  }
}

const ink = 'var(--text, #19282d)'
const page: CSSProperties = {
  minHeight: '100dvh',
  boxSizing: 'border-box',
  padding: 'clamp(24px, 9vh, 96px) 16px 32px',
  background: 'var(--pane-3, #f9fcfc)',
  color: ink,
  font: '400 15px/22px var(--font, system-ui, sans-serif)',
}
const column: CSSProperties = { display: 'grid', gap: 16, maxWidth: 560, margin: '0 auto' }
const title: CSSProperties = { margin: 0, font: '650 28px/34px var(--font, system-ui, sans-serif)', letterSpacing: '-.01em' }
const second: CSSProperties = { margin: 0, color: 'var(--text-2, #3a4c53)' }
const field: CSSProperties = { display: 'grid', gap: 4, fontWeight: 550 }
const box: CSSProperties = {
  boxSizing: 'border-box',
  width: '100%',
  padding: '8px 12px',
  border: '1px solid var(--line-strong, #71848b)',
  borderRadius: 10,
  background: 'var(--field, #fff)',
  color: ink,
  font: '400 16px/22px var(--font, system-ui, sans-serif)',
  resize: 'vertical',
}
const mono: CSSProperties = { font: '400 13px/18px var(--mono, ui-monospace, monospace)' }
const row: CSSProperties = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 }
const button: CSSProperties = {
  minHeight: 44,
  padding: '8px 16px',
  borderRadius: 10,
  font: '550 15px/22px var(--font, system-ui, sans-serif)',
  cursor: 'pointer',
}
const main: CSSProperties = {
  ...button,
  border: '1px solid transparent',
  background: 'var(--accent, #016175)',
  color: 'var(--on-accent, #fff)',
}
const other: CSSProperties = {
  ...button,
  border: '1px solid var(--line-strong, #71848b)',
  background: 'var(--card, #fff)',
  color: ink,
}
