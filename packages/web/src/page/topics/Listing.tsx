import { useStore } from '@nanostores/react'
import { Fragment, type ReactNode } from 'react'
import { Button } from '../../ui/inputs/Button.tsx'
import { i18n } from '../../ui/language.ts'
import { listing } from './en.ts'
import { Loading } from './Loading.tsx'
import topic from './Topic.module.css'
import type { usePages } from './use-pages.ts'

const messages = i18n('listing', listing)

interface ListingProps<T> {
  pages: Pick<ReturnType<typeof usePages>, 'reload' | 'loadMore'> & {
    loaded: { items: readonly T[]; more: boolean } | { failed: string } | undefined
  }
  /** Shown for an empty list. Without it, `children` draw that too. */
  empty?: string
  /** Whether a filter may empty it while it is shown. */
  filtered?: boolean
  children: (items: readonly T[]) => ReactNode
  actions?: (items: readonly T[]) => ReactNode
}

/** A list in all its states: loading, failed, empty, and with a button for further pages. */
export function Listing<T>({ pages: { loaded, reload, loadMore }, empty, filtered = false, children, actions }: ListingProps<T>) {
  const t = useStore(messages)
  return (
    <Loading loaded={loaded} onRetry={reload}>
      {({ items, more }) =>
        items.length === 0 && empty !== undefined ? (
          <p className={topic.lead} {...(filtered && { role: 'status' })}>
            {empty}
          </p>
        ) : (
          <>
            {children(items)}
            {more && <Button onClick={loadMore}>{t.more}</Button>}
            {actions?.(items)}
          </>
        )
      }
    </Loading>
  )
}

interface Column<T> {
  title: string
  cell: (item: T) => ReactNode
  /** A column of numbers, or the last column with each row's buttons. */
  kind?: 'number' | 'buttons'
  /** Whether its title precedes its content where rows are stacked. */
  titled?: boolean
}

interface TableProps<T> {
  columns: readonly Column<T>[]
  items: readonly T[]
  /** Drawn below an item's row. */
  below?: (item: T) => ReactNode
}

/** A table with a row for each item; on narrow screens the cells of a row are stacked. */
export function Table<T extends { iden: string }>({ columns, items, below }: TableProps<T>) {
  return (
    <table className={topic.table}>
      <thead>
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => {
          const more = below?.(item)
          return (
            <Fragment key={item.iden}>
              <tr>
                {columns.map(({ title, kind, titled, cell }) => (
                  <td key={title} dir={kind ? undefined : 'auto'} data-kind={kind} data-label={titled ? title : undefined}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
              {more && (
                <tr data-below="">
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              )}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}
