/** Code of a 401 that ends an impersonation session; the message says why. */
export const sessionEndedCode = "look-ended";
