import { type Actor, history, type Page, type test } from './actors.ts'

type Server = Parameters<Parameters<typeof test>[2]>[0]['server']

interface Filled {
  count: number
  /** Seconds between two notes. */
  every?: number
  /** Without one, the notes are the account's own. */
  from?: Actor
  /** How many of the oldest notes were modified after the newest was created. */
  changed?: number
  /** How many of the newest notes from somebody else are unread. */
  unread?: number
}

/** Writes notes to the database, the latest a minute old. Creating thousands through the API would take too long. */
export async function fill(
  server: Server,
  actor: Actor,
  { count, every = 20, from, changed = 0, unread = 0 }: Filled,
): Promise<void> {
  const { body: me } = await actor.call('/v2/users/me')
  const start = (Date.now() - 60_000 - count * every * 1_000) * 1_000
  const conversation = from ? `email:${from.email}` : 'self'
  await server.app.db.write(async (tx) => {
    await tx.run(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < $2)
       INSERT INTO push (iden, owner, active, created, modified, conversation, type, direction, dismissed, body, with_email, with_email_normalized, with_name)
       SELECT $1 || 'sj' || printf('%018d', n), $1, 1, $3 + n * $4, $3 + n * $4 + CASE WHEN n <= $9 THEN $2 * $4 ELSE 0 END, $5, 'note', $6, 1, 'note ' || n || '.', $7, $7, $8
       FROM counted`,
      [
        me.iden,
        count,
        start,
        every * 1e6,
        conversation,
        from ? 'incoming' : 'self',
        from?.email ?? null,
        from?.name ?? null,
        changed,
      ],
    )
    await tx.run('UPDATE box SET stamp = $2 WHERE owner = $1 AND stamp < $2', [me.iden, start + 2 * count * every * 1e6])
    if (!from || unread === count) return
    await tx.run(
      `INSERT INTO read_marker (iden, owner, active, created, modified, conversation, read_to, delivered_to)
       VALUES ($1 || 'sjmarked' || $2, $1, 1, $3, $3, $2, $3, $4)
       ON CONFLICT (owner, conversation) DO UPDATE SET read_to = excluded.read_to, delivered_to = excluded.delivered_to`,
      [me.iden, conversation, start + (count - unread) * every * 1e6, start + count * every * 1e6],
    )
  })
}

export const scroller = (page: Page) => page.getByRole('region', { name: /^Conversation with/ })
/** The text of a note; the time may follow in the same line. */
export const note = (page: Page, number: number) => history(page).getByText(new RegExp(`^note ${number}\\.`))
export const topOf = async (page: Page, number: number) => (await note(page, number).boundingBox())?.y ?? Number.NaN

/** Scrolls the conversation with the wheel. */
export async function wheel(page: Page, by: number): Promise<void> {
  const box = await scroller(page).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 200)
  await page.mouse.wheel(0, by)
}
