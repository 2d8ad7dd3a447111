import type { Config } from "./config.ts";

/** Where the admin pages of a shop begin, for columns that link there: without a slash at the end. */
export const adminUrlOf = ({ STORE_URL_TEMPLATE }: Pick<Config, "STORE_URL_TEMPLATE">, shop: string): string =>
  `${STORE_URL_TEMPLATE.replaceAll("{shop}", shop)}/admin`;
