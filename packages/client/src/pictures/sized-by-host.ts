/** Hosts that scale a picture to the size at the end of its URL: below 5,000 pixels a side. */
const sized = /^https:\/\/([\w-]+\.)+(googleusercontent|ggpht)\.com\/[^?#]*=[swh][1-4]?\d{1,3}(-[a-z\d]+)*$/

/** Whether the host of a picture limits its size, so it can be drawn as is. */
export const isSizedByHost = (address: string): boolean => sized.test(address)
