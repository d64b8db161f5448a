import type { Page, Route } from '@playwright/test'

const refusal = { error: { code: 'invalid_request', type: 'invalid_request', message: 'Not today.' } }

/** Refuses what a page asks for, 'Not today.', until the function that comes back is called. `method` is the only one refused. */
export async function refuse(page: Page, url: string, method?: string): Promise<() => Promise<void>> {
  const answer = (route: Route) =>
    method === undefined || route.request().method() === method ? route.fulfill({ status: 400, json: refusal }) : route.fallback()
  await page.route(url, answer)
  return () => page.unroute(url, answer)
}
