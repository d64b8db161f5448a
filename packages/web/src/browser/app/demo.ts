/** Whether this server is a demonstration, which saves nothing. */
export const isDemo = (): boolean => document.querySelector('meta[name="demo"]') !== null
