const name = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** Whether it can be a shop's name on the platform: the part of its address before the first dot, in lower case. */
export const isShopName = (text: string): boolean => name.test(text);
