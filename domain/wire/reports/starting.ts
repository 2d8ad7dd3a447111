/** Error code of the 503 that is answered while Sheaf starts or restarts. */
export const startingCode = "starting";
