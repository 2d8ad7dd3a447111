/** The number at the end of one of the platform's ids: `123` of `gid://shopify/Order/123`, and of `123` itself. */
export const idNumber = (id: string): string => id.slice(id.lastIndexOf("/") + 1);
