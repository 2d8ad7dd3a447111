const name = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** True for a name on the platform: the address up to the first dot, in lower case. */
export const isShopName = (text: string): boolean => name.test(text);
