/** Error code of a 401 that ends a look of support; the message says why. */
export const lookEndedCode = "look-ended";
