import type { Channel, Chat, Device, Grant, Push, Subscription } from '@waypost/protocol'

export type Section = 'people' | 'devices' | 'following'

/** Someone or something that a push can go to or come from, as lists and headers show it. */
export interface Target {
  /**
   * Also the last part of its route, and unlike that of any other target: `me`, a normalized email address, a device's iden, a channel's
   * tag (its iden where the tag would read as a route of its own: `me`, `new`), an app's iden.
   */
  key: string
  /**
   * `channel`: an own one, with the gear, followed or not. `subscription`: somebody else's. `grant`: an app that was let in. Nothing can
   * be sent to the last two. An `email` target is someone with whom there is no chat yet.
   */
  type: 'me' | 'chat' | 'email' | 'device' | 'channel' | 'subscription' | 'grant' | 'phone'
  name: string
  /** One line under the name. */
  desc: string
  image_url?: string
  /** A site that speaks of it. */
  url?: string
  muted: boolean
  obj?: Chat | Device | Channel | Subscription | Grant
  /** Of an own channel: the own subscription to it, where there is one. */
  subscription?: Subscription
}

/** More about a target. */
export interface TargetInfo {
  /** A sentence: a channel's description, or what the newest push says. */
  blurb?: string
  /** Followers of an own channel. */
  count?: number
  /** The newest push that is at hand. */
  recent?: Push
}

/** From one place of a text to another, in UTF-16 units; `end` is the first that is not in it. */
export interface Range {
  start: number
  end: number
}

/** A target that a search found, with the place to mark. */
export interface Found {
  target: Target
  section: Section
  inName?: Range
  inDesc?: Range
}

/** Where a target is listed. */
export function sectionOf({ type }: Target): Section {
  if (type === 'device') return 'devices'
  return type === 'channel' || type === 'subscription' || type === 'grant' ? 'following' : 'people'
}
