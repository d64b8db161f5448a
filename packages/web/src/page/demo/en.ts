// What these screens say, in English.

export const demo = { label: 'Demonstration', nothing: 'Demo: nothing is saved.' }
