import { pageParameter } from '../browser/page.ts'
import { startPage } from '../ui/start-page.tsx'
import { ReplyWindow } from './ReplyWindow.tsx'

startPage(<ReplyWindow id={pageParameter('id')} />)
