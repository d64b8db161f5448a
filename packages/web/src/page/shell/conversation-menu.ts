// Lets the messages of the open conversation add items to the menu in its header.

import { atom } from 'nanostores'
import type { MenuItem } from '../../ui/inputs/MenuItems.tsx'

export const $conversationMenu = atom<readonly MenuItem[]>([])
