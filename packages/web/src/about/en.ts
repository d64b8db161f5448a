// What these screens say, in English.

export const aboutWords = { people: 'The people behind Waypost' }
