// Runs before the first paint, so that nothing flashes: the chosen theme, and the writing direction that tests switch on.
try {
  const root = document.documentElement
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (localStorage.getItem('dir') === 'rtl') root.dir = 'rtl'
} catch (_storageIsForbidden) {
  // The page says so itself, once it runs.
}
