import type { Page, Route } from '@playwright/test'

const refusal = { error: { code: 'invalid_request', type: 'invalid_request', message: 'Not today.' } }

/** Refuses the requests of a page to a URL with 'Not today.' until the returned function is called. `method` limits it to one method. */
export async function refuse(page: Page, url: string, method?: string): Promise<() => Promise<void>> {
  const answer = (route: Route) =>
    method === undefined || route.request().method() === method ? route.fulfill({ status: 400, json: refusal }) : route.fallback()
  await page.route(url, answer)
  return () => page.unroute(url, answer)
}
