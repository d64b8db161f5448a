// Runs before the first paint, so that nothing flashes: the chosen theme, and the writing direction that tests switch on.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('dir') === 'rtl') root.dir = 'rtl'
} catch (_storageIsForbidden) {
  // The page says so itself, once it runs.
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
