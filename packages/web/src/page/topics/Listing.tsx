// Shows a list that a call returns in pages, as a table or otherwise.

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
  /** What an empty list says. Without it, `children` draw that too. */
  empty?: string
  /** It may become empty by a filter while it is shown. */
  filtered?: boolean
  children: (items: readonly T[]) => ReactNode
  /** Buttons for several items. */
  actions?: (items: readonly T[]) => ReactNode
}

/** A list while it loads, when that failed, when it is empty, and with a button for more when there are more pages. */
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
  /** A column of numbers, or the last one, with the buttons of each row. */
  kind?: 'number' | 'buttons'
  /** Its title stands before its content where rows are stacked. */
  titled?: boolean
}

interface TableProps<T> {
  columns: readonly Column<T>[]
  items: readonly T[]
  /** Drawn under the row of an item. */
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
