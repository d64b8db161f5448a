// Runs before the first paint, so that nothing flashes: the look that was chosen in this browser (`settings/AppearanceTab.tsx`), or that the
// system asks for, as attributes of the page; and the writing direction that tests switch on.
{
  const root = document.documentElement
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const installed = matchMedia('(display-mode: standalone)')
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch (_storageIsForbidden) {
      // The page says so itself, once it runs.
      return null
    }
  }
  const chosen = (key, values) => {
    const value = read(key)
    return values.includes(value) ? value : undefined
  }
  const set = (name, value) => {
    if (value === undefined) delete root.dataset[name]
    else root.dataset[name] = value
  }
  const show = () => {
    const theme = chosen('theme', ['light', 'dark'])
    set('theme', theme)
    // The bars of the system have the color of the frame.
    for (const color of document.querySelectorAll('meta[name=theme-color]')) {
      const { scheme } = color.dataset
      color.media = theme ? (scheme === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`
    }
    set('density', chosen('density', ['roomy', 'compact']) ?? (installed.matches ? 'compact' : 'roomy'))
    set('textSize', chosen('text_size', ['14', '17', '19']))
    set('motion', chosen('motion', ['less', 'full']) ?? (still.matches ? 'less' : 'full'))
  }
  show()
  if (chosen('dir', ['rtl'])) root.dir = 'rtl'
  for (const query of [still, installed]) query.addEventListener('change', show)
  // Another window has chosen, or this one.
  for (const type of ['storage', 'appearance']) addEventListener(type, show)

  // Who is signed in sees the frame of the main page at once, and with one column the part of it that will be there.
  if (location.pathname === '/' && read('account')) {
    root.dataset.frame = /^#[^/]+$/.test(location.hash) ? 'list' : 'conversation'
    const side = Number(read('sidebar_width'))
    if (side >= 64) root.style.setProperty('--kept-side', `${side}px`)
    setTimeout(() => {
      const words = document.querySelector('#root:empty + #skeleton > p')
      if (words) words.textContent = 'Still loading. Check your connection.'
    }, 8_000)
  }
}

// An extension may take the history away from pages. What stands in for it loads each place instead; the page says so when it runs.
if (!window.history) {
  document.documentElement.dataset.conflict = ''
  const by = (how) => (_state, _title, url) => {
    if (url && new URL(url, location.href).href !== location.href) location[how](url)
  }
  const standIn = { state: { visited: true }, length: 1, pushState: by('assign'), replaceState: by('replace') }
  Object.defineProperty(window, 'history', { configurable: true, value: standIn })
}
