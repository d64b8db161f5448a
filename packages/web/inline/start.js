// Stands in the head of the page itself. Decides what the page shows first, and fetches the files for it, all together. The landing page is
// shown before the app is fetched, see `landing.js`.
// biome-ignore lint/correctness/noUnusedVariables: for `landing.js`
const firstPage = (() => {
  const files = /* the files of the build, see `first-page.ts` */ {}
  const add = (name, attributes) => document.head.append(Object.assign(document.createElement(name), attributes))
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch (_storageIsForbidden) {
      return null
    }
  }
  const account = read('account')
  const path = location.pathname
  // The hash names a place to come back to, or has the result of a sign-in: the app reads it. So it does the language of tests.
  const isLanding = path === '/' && !location.hash && !account && !read('locale') && window.top === window
  const { scripts, styles } = isLanding ? files.landing : files.app
  const preload = () => {
    for (const href of scripts) add('link', { rel: 'modulepreload', crossOrigin: '', href })
  }
  if (!isLanding) preload()
  // A style sheet that is added later blocks nothing, so it need not be one yet where the app adds it.
  for (const href of styles)
    add('link', { ...(isLanding ? { rel: 'stylesheet' } : { rel: 'preload', as: 'style' }), crossOrigin: '', href })
  let isRunning = false
  const run = () => {
    if (isRunning) return
    isRunning = true
    if (isLanding) preload()
    add('script', { type: 'module', crossOrigin: '', src: scripts[0] })
  }
  return { isLanding, run }
})()
