import * as v from 'valibot'

/** The most tags that can be set on one push, besides those typed in its text. */
export const tagsPerPush = 20

/** UTF-16 units of the longest tag. */
export const mostTagUnits = 80

const tag = /^(?=.*\p{L})[\p{L}\p{N}_][\p{L}\p{M}\p{N}_-]{0,39}$/u

/**
 * Whether a text, without `#`, is a tag: letters, digits, `_` and `-` of any script, including at least one letter, at most 40 characters.
 */
export const isTag = (text: string): boolean => text.length <= mostTagUnits && tag.test(text)

/** A tag as a call takes it, without `#`. */
export const Tag = v.pipe(v.string(), v.check(isTag))
