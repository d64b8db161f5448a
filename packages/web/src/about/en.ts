// The English texts of these screens.

export const aboutWords = { people: 'Who makes Waypost' }
