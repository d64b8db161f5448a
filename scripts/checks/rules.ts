// Runs the rules of the house over all sources, in one process: each file is parsed once for all of them.
// `node scripts/checks/rules.ts [part of a name...]` runs some.

import { root } from '../prepare.mjs'
import { browserUses } from './browser.ts'
import { comparedMessages } from './compared-messages.ts'
import { countedAddresses } from './counted-addresses.ts'
import { untestedOnEngines } from './engines/engine-tests.ts'
import { glossaryExceptions, misusedWords } from './glossary.ts'
import { keyReaders } from './keys.ts'
import { wrongImports } from './layers.ts'
import { longFunctions } from './long-functions.ts'
import { halfCaughtImports } from './platform/caught-imports.ts'
import { wrongLocales } from './platform/locales.ts'
import { report } from './report.ts'
import { oversized } from './sizes.ts'
import { misplacedSql } from './sql.ts'
import { openedStoreFiles } from './store-files.ts'
import { leftOverPages } from './stories/saved-pages.ts'
import { misplacedTexts } from './stories/texts.ts'
import { syncRuleFindings } from './sync-rules.ts'
import { clockExceptions, clockReaders } from './tests/clocks.ts'
import { shortWaits, waitExceptions } from './tests/waits.ts'
import { unusedExports } from './unused-exports.ts'

const rules: Record<string, (root: string) => string[]> = {
  layers: wrongImports,
  'SQL in rows.ts': misplacedSql,
  'files of the store': openedStoreFiles,
  'the browser in its folder': browserUses,
  'keys of input methods': keyReaders,
  'compared messages': comparedMessages,
  'caught imports': halfCaughtImports,
  'counted addresses': countedAddresses,
  locales: wrongLocales,
  'unused exports': unusedExports,
  'folders, files and functions': (folder) => oversized(folder, longFunctions),
  'words of the glossary': (folder) => misusedWords(folder, glossaryExceptions),
  'rules of sync': syncRuleFindings,
  'saved pages': leftOverPages,
  'texts of the interface': misplacedTexts,
  'tests on the engines': untestedOnEngines,
  'clocks in tests': (folder) => clockReaders(folder, clockExceptions),
  'waits of tests': (folder) => shortWaits(folder, waitExceptions),
}

const wanted = process.argv.slice(2)
const chosen = Object.entries(rules).filter(([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
const found = chosen.flatMap(([name, findings]) => findings(root).map((sentence) => `${name}: ${sentence}`))
report(found, `nothing is against ${chosen.map(([name]) => name).join(', ')}`)
