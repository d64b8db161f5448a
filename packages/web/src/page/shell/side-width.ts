import { useState } from 'react'
import { readSetting, writeSetting } from '../../browser/storage.ts'

const setting = 'sidebar_width'
/** The width of a list of pictures, in pixels. */
export const pictures = 64

export type SideWidth = number | undefined

/** The list width stored in this browser, in pixels; undefined for the default. The styles keep it within its limits. */
export function useSideWidth(): [SideWidth, (width: SideWidth) => void] {
  const [width, setWidth] = useState(readWidth)
  return [
    width,
    (next) => {
      writeSetting(setting, next === undefined ? undefined : String(next))
      setWidth(next)
    },
  ]
}

function readWidth(): SideWidth {
  const width = Number(readSetting(setting))
  return Number.isFinite(width) && width >= pictures ? width : undefined
}
