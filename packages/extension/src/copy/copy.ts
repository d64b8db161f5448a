// The page in which Chromium copies. Nobody sees it.

import { copyForBackground } from '../browser/clipboard.ts'

copyForBackground()
