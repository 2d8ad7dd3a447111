/** Error code of the 503 while Sheaf starts or restarts. */
export const startingCode = "starting";
