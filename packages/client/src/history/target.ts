import type { Channel, Chat, Device, Grant, Push, Source, Subscription } from '@waypost/protocol'

export type Section = 'people' | 'devices' | 'following' | 'sources'

/** A conversation partner, device, channel or app that a push can go to or come from, as shown in lists and headers. */
export interface Target {
  /**
   * Unique, and the last part of its route: `me`, a normalized email address, a device's iden, a channel's tag (its iden if the tag is
   * reserved for a route: `me`, `new`), an app's or a source's iden.
   */
  key: string
  /**
   * `channel`: an own channel, followed or not. `subscription`: another account's channel. `grant`: an authorized app. Nothing can be
   * sent to the last two. `source`: a named sender, own or shared; only its owner can send to it. `email`: a person without a chat yet.
   */
  type: 'me' | 'chat' | 'email' | 'device' | 'channel' | 'subscription' | 'grant' | 'source' | 'phone'
  name: string
  desc: string
  image_url?: string
  url?: string
  /** A timed mute ends by the clock of this device. */
  muted: boolean
  /** It is archived, and nothing unmuted has arrived since. */
  archived?: true
  obj?: Chat | Device | Channel | Subscription | Grant | Source
  /** For an own channel that the account follows: that subscription. */
  subscription?: Subscription
}

/** A change of a conversation's place in its list; pinning unarchives it, and the other way around. */
export interface PlaceInList {
  pinned?: boolean
  archived?: boolean
}

export interface TargetInfo {
  /** A channel's description, or the content of the newest push. */
  blurb?: string
  /** Followers of an own channel. */
  count?: number
  /** The newest push in the mirror. */
  recent?: Push
}

/** A range of a text in UTF-16 units; `end` is exclusive. */
export interface Range {
  start: number
  end: number
}

/** A target that a search found, with the ranges to highlight. */
export interface Found {
  target: Target
  section: Section
  inName?: Range
  inDesc?: Range
}

/** Whether an account can send to a target. */
export function takesPushes({ type, obj }: Target): boolean {
  return type !== 'subscription' && type !== 'grant' && !(type === 'source' && isShared(obj as Source))
}

/** Whether a source belongs to another person. */
export const isShared = ({ shared_by }: Pick<Source, 'shared_by'>): boolean => shared_by !== undefined

/** The section that lists a target. */
export function sectionOf({ type }: Target): Section {
  if (type === 'device') return 'devices'
  if (type === 'source') return 'sources'
  return type === 'channel' || type === 'subscription' || type === 'grant' ? 'following' : 'people'
}
