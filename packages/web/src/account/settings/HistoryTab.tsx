import topic from '../../page/topics/Topic.module.css'
import { DeleteHistory } from './DeleteHistory.tsx'
import { ExportData } from './ExportData.tsx'
import { LinkPreviews } from './LinkPreviews.tsx'
import { ReadReceipts } from './ReadReceipts.tsx'

/** Read marks, previews of links, exporting the account's data, and deleting the push history. */
export function HistoryTab() {
  return (
    <div className={topic.sections}>
      <ReadReceipts />
      <LinkPreviews />
      <ExportData />
      <DeleteHistory />
    </div>
  )
}
