/** Hosts that make a picture as small as the end of its URL says: below 5,000 pixels a side. */
const sized = /^https:\/\/([\w-]+\.)+(googleusercontent|ggpht)\.com\/[^?#]*=[swh][1-4]?\d{1,3}(-[a-z\d]+)*$/

/** Whether the host of a picture bounds its size, so that it can be drawn as it is. */
export const isSizedByHost = (address: string): boolean => sized.test(address)
