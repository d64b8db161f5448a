// Stands at the end of the page itself and runs the app. Before, it shows the landing page, from the markup that the server has drawn: the
// app is fetched once the largest part of that is painted, and takes it over as it is. Until then its links are those of any page, and a
// press on a button is kept for the app.
{
  const { isLanding, run } = firstPage
  const drawn = [...document.querySelectorAll('template[data-media]')].find(({ dataset }) => matchMedia(dataset.media).matches)
  const show = ({ content }) => {
    const place = document.getElementById('root')
    for (const each of content.querySelectorAll('pre')) each.textContent = each.textContent.replace('{origin}', location.origin)
    for (const each of content.querySelectorAll('[data-style]')) {
      each.style.cssText = each.dataset.style
      delete each.dataset.style
    }
    place.append(content)
    place.addEventListener('click', ({ target }) => {
      const button = target.closest('button')
      if (!button) return
      for (const { dataset } of place.querySelectorAll('[data-pressed]')) delete dataset.pressed
      button.dataset.pressed = ''
      run()
    })
    if (PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint'))
      new PerformanceObserver(run).observe({ type: 'largest-contentful-paint', buffered: true })
    else requestAnimationFrame(() => setTimeout(run))
    // Nothing is painted while nobody looks.
    setTimeout(run, 3_000)
  }
  if (!isLanding || !drawn) run()
  else {
    const awaited = [...document.querySelectorAll('link[rel=stylesheet]')].filter(({ sheet }) => !sheet)
    const settled = (link) => new Promise((done) => Object.assign(link, { onload: done, onerror: done }))
    Promise.all(awaited.map(settled)).then(() => show(drawn))
  }
}
