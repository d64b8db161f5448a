// What these screens say, in English.

export const aboutWords = { people: 'Who makes Waypost' }
