/** Under it is remembered what the server says of support at the shop. */
export const looksKey = ["support-looks"] as const;
