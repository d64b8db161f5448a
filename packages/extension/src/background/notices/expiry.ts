// Tells notifications that the person has closed from those that the desktop took away by itself: of many desktops, browsers say the same of
// both. A desktop takes them away after the same time each time, people do not.

/** Ages in milliseconds: closed earlier, it was the person; and how much later than usual a desktop may be. */
const least = 3_500
const about = 250
/** How many of the last ones are remembered, and how many of them have to agree. */
const most = { remembered: 6, agree: 2 }

/** Whether a notification of this age was taken away by the desktop. @param before the ages of others that were closed */
export const isExpired = (age: number, before: readonly number[]): boolean =>
  age >= least && before.filter((each) => Math.abs(each - age) <= about).length >= most.agree

/** The ages to remember with a further one. */
export const withAge = (age: number, before: readonly number[]): readonly number[] =>
  age < least ? before : [...before, age].slice(-most.remembered)
