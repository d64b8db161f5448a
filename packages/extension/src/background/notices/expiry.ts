// Tells notifications that the person closed from those that the desktop removed: on many desktops, browsers report both the same way. A
// desktop removes them at a constant age, people do not.

/** Ages in milliseconds: closed before `least`, it was the person; `about` is how much later than usual a desktop may be. */
const least = 3_500
const about = 250
/** How many recent ages are remembered, and how many of them must agree. */
const most = { remembered: 6, agree: 2 }

/** Whether the desktop removed a notification of this age. @param before the ages at which others were closed */
export const isExpired = (age: number, before: readonly number[]): boolean =>
  age >= least && before.filter((each) => Math.abs(each - age) <= about).length >= most.agree

/** Adds an age to the remembered ones. */
export const withAge = (age: number, before: readonly number[]): readonly number[] =>
  age < least ? before : [...before, age].slice(-most.remembered)
