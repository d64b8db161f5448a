/** The version of the web client, given by the specification. */
export const appVersion = 162
/** Sent as the `API-Version` header with every call. */
export const apiVersion = '2014-05-07'
/** Stored data of any other version is erased and fetched again. */
export const storageVersion = 10
