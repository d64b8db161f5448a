/** The type of the job that deletes what others know of an account's reading, once it no longer shares that. */
export const readingHidden = 'reading-hidden'
