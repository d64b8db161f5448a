import { tabsContract } from './tabs.contract.ts'
import { browserInMemory } from './test-tabs.ts'

const browser = browserInMemory()

tabsContract(() => browser.window())
