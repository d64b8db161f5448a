// Measures the size of the scripts that the signed-in page loads first.

import type { Figure } from './figure.ts'
import { openWeb } from './web.ts'

const budget = 110

/** The size of the scripts that a browser loads before the signed-in page is shown, compressed. */
export async function webLoad(): Promise<Figure> {
  const web = await openWeb()
  try {
    const session = await web.context.newCDPSession(web.page)
    const scripts = new Map<string, number>()
    await session.send('Network.enable')
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (type !== 'Script') return
      scripts.set(requestId, 0)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
    })
    // What is likely to be needed soon is fetched a little later.
    const fetched = web.page.waitForResponse((response) => /soon-.*js$/.test(response.url()))
    await web.page.goto(`${web.server.origin}/#people/me`)
    await web.page.getByText('Share something with').waitFor()
    // Those that the page is shown with have run; others may be on their way.
    const first = [...scripts.values()].filter((size) => size > 0)
    const bytes = first.reduce((sum, each) => sum + each, 0) / 1_024
    const soon = await fetched
    const { responseBodySize, responseHeadersSize } = await soon.request().sizes()
    return {
      what: 'script of the first load of the signed-in page, compressed',
      measured: `${first.length} files; ${((responseBodySize + responseHeadersSize) / 1_024).toFixed(1)} KB more are fetched once nothing else is to be done`,
      figure: `${bytes.toFixed(1)} KB`,
      budget: `at most ${budget} KB`,
      met: bytes <= budget,
      values: { KB: bytes },
    }
  } finally {
    await web.close()
  }
}
