/** State key of the wall instant at which a shop last consented: an uninstall from before it is of an earlier installation. */
export const authorizedKey = (tenant: string): string => `authorized-at:${tenant}`;
