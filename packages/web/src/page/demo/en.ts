// The English texts of these screens.

export const demo = { label: 'Demo', nothing: 'Demo: nothing is saved.' }
