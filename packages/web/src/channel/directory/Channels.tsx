import { useStore } from '@nanostores/react'
import { summariesPerCall } from '@waypost/protocol'
import { type ReactNode, use, useState } from 'react'
import { Link } from 'wouter'
import { secureImage } from '../../browser/images.ts'
import { hrefOf, useQuery } from '../../route.ts'
import { SessionContext } from '../../session/context.ts'
import { Button, ButtonLink } from '../../ui/inputs/Button.tsx'
import { Spinner } from '../../ui/inputs/Spinner.tsx'
import { i18n } from '../../ui/language.ts'
import { EmptyState } from '../../ui/lists/EmptyState.tsx'
import page from '../Page.module.css'
import { Failed, Page, Title } from '../Page.tsx'
import styles from './Channels.module.css'
import { type Category, categoryOf, tagsIn, useDirectory } from './directory.ts'
import { channelsWords } from './en.ts'
import { Row, RowOutline, Rows } from './Listed.tsx'
import { useSummaries } from './summaries.ts'

const messages = i18n('channels', channelsWords)

/** `/channels`: the channels of a category, or those whose tags the address lists. */
export function Channels() {
  const t = useStore(messages)
  const member = use(SessionContext) !== undefined
  const { category, tags } = useQuery()
  const [directory, again] = useDirectory()
  const listed = tags === undefined ? undefined : tagsIn(tags)
  const categories = Array.isArray(directory) ? directory : []
  const current = listed ? undefined : categoryOf(categories, category)
  return (
    <Page>
      <div className={page.head}>
        <Title>{t.title}</Title>
        {member && (
          <div className={page.links}>
            <ButtonLink href={`/${hrefOf('following', 'new')}`} kind="quiet">
              {t.byTag}
            </ButtonLink>
            <ButtonLink href="/my-channels">{t.mine}</ButtonLink>
          </div>
        )}
      </div>
      {categories.length > 1 && (
        <nav aria-label={t.categories}>
          <ul className={styles.chips}>
            {categories.map((each) => (
              <CategoryChip key={each.name} category={each} current={each === current} />
            ))}
          </ul>
        </nav>
      )}
      {listed ? (
        <ListOf heading={t.some} tags={listed} empty={<p className={page.second}>{t.none}</p>} />
      ) : directory === undefined ? (
        <Loading />
      ) : 'failed' in directory ? (
        <Failed reason={directory.failed} onRetry={again}>
          <p>{t.failed}</p>
        </Failed>
      ) : current ? (
        <ListOf heading={current.name} tags={tagsIn(current.tags.join(','))} empty={<NothingYet />} />
      ) : category === undefined ? (
        <NothingYet />
      ) : (
        <p className={page.second}>{t.unknown({ name: category.slice(0, 100) })}</p>
      )}
    </Page>
  )
}

function CategoryChip({ category: { name, image }, current }: { category: Category; current: boolean }) {
  return (
    <li>
      <Link
        href={`/channels?${new URLSearchParams({ category: name })}`}
        className={styles.chip ?? ''}
        aria-current={current ? 'page' : undefined}
        dir="auto"
      >
        {image && <img src={secureImage(image)} alt="" onError={({ currentTarget }) => currentTarget.remove()} />}
        {name}
      </Link>
    </li>
  )
}

function ListOf({ heading, tags, empty }: { heading: string; tags: readonly string[]; empty: ReactNode }) {
  if (tags.length === 0) return empty
  return (
    <section aria-label={heading} className={page.part}>
      <h2 className="hidden-words">{heading}</h2>
      <Listed tags={tags} />
    </section>
  )
}

/** A row for each tag, requested page by page. */
function Listed({ tags }: { tags: readonly string[] }) {
  const t = useStore(messages)
  const [shown, setShown] = useState<number>(summariesPerCall)
  const wanted = tags.slice(0, shown)
  const { channels, failed, again } = useSummaries(wanted)
  const more = () => setShown(shown + summariesPerCall)
  return (
    <>
      {failed && <Failed reason={failed} onRetry={again} />}
      <Rows>
        {wanted.map((tag) => {
          const channel = channels.get(tag.toLowerCase())
          if (channel === undefined) return failed ? <Row key={tag} tag={tag} /> : <RowOutline key={tag} />
          return <Row key={tag} tag={tag} channel={channel === 'missing' ? undefined : channel} />
        })}
      </Rows>
      {shown < tags.length && (
        <div>
          <Button onClick={more}>{t.more}</Button>
        </div>
      )}
    </>
  )
}

function NothingYet() {
  const t = useStore(messages)
  return (
    <EmptyState drawing="channels" title={t.empty}>
      {t.emptyMore}
    </EmptyState>
  )
}

function Loading() {
  const t = useStore(messages)
  return (
    <>
      <Spinner label={t.loading} />
      <Rows>
        {[1, 2, 3, 4].map((place) => (
          <RowOutline key={place} />
        ))}
      </Rows>
    </>
  )
}
