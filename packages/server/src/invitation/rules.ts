/** The page on which an invited person signs up. The secret is in the fragment, which browsers send to no server. */
export const signUpAddress = (origin: string, invite?: string): string =>
  invite === undefined ? `${origin}/signin` : `${origin}/signin#invite=${invite}`
