export const demo = { label: 'Demo', nothing: 'Demo: nothing is saved.' }
