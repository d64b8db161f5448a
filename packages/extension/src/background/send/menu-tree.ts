// Builds the items of the menu that the browser shows for a page, link, selection, picture, video or sound: to whom each is sent.

import type { Target } from '@waypost/client'
import { type MenuContext, type MenuItem, menuContexts } from '../../browser/menus.ts'
import { nameInWords } from '../../targets/names.ts'
import type { Offered } from '../../targets/offered-targets.ts'
import { readRef, refOf, type TargetRef, textOfRef } from '../../targets/target-ref.ts'

const titles: Record<MenuContext, string> = {
  page: 'Send this page',
  link: 'Send this link',
  selection: 'Send the selected text',
  image: 'Send this picture',
  video: 'Send this video',
  audio: 'Send this audio',
}

/** The items of all contexts, parents before their children. No id occurs twice. */
export function menuTree({ me, recent, devices }: Offered): readonly MenuItem[] {
  return menuContexts.flatMap((context) => {
    const item = (target: Target): MenuItem => ({
      id: idOf(context, refOf(target)),
      title: menuTitle(target.type === 'me' ? 'Me, on all devices' : nameInWords(target)),
      parentId: context,
      context,
    })
    const groups = [[me], recent, devices].filter((group) => group.length > 0)
    return [
      { id: context, title: titles[context], context },
      ...groups.flatMap((group, at): MenuItem[] => [
        ...(at > 0 ? [{ id: `${context} line ${at}`, type: 'separator' as const, parentId: context, context }] : []),
        ...group.map(item),
      ]),
    ]
  })
}

const idOf = (context: MenuContext, ref: TargetRef): string => `${context} ${textOfRef(ref)}`

/** What a pressed item means; undefined for what is not an item of `menuTree` to send with. */
export function readMenuId(id: string): { context: MenuContext; to: TargetRef } | undefined {
  const at = id.indexOf(' ')
  const context = menuContexts.find((each) => each === id.slice(0, at))
  const to = readRef(id.slice(at + 1))
  return at > 0 && context && to ? { context, to } : undefined
}

/** Browsers make an access key of `&`, and the selected text of `%s`; a name has neither. */
const menuTitle = (name: string): string => (name || '?').replace(/&/g, '&&').replace(/%s/g, '%\u200bs')
