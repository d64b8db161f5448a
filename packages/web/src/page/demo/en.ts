// What these screens say, in English.

export const demo = { label: 'Demo', nothing: 'Demo: nothing is saved.' }
