/** The type of the job that deletes the read markers of an account that others have, once it no longer shares that. */
export const readingHidden = 'reading-hidden'
