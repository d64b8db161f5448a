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

/** The items for all contexts, parents before children, with unique ids. */
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

/** The meaning of a clicked item; undefined for items that `menuTree` doesn't offer for sending. */
export function readMenuId(id: string): { context: MenuContext; to: TargetRef } | undefined {
  const at = id.indexOf(' ')
  const context = menuContexts.find((each) => each === id.slice(0, at))
  const to = readRef(id.slice(at + 1))
  return at > 0 && context && to ? { context, to } : undefined
}

/** Browsers turn `&` into an access key and `%s` into the selected text; names must trigger neither. */
const menuTitle = (name: string): string => (name || '?').replace(/&/g, '&&').replace(/%s/g, '%\u200bs')
