export const aboutWords = { people: 'Who makes Waypost' }
