import type { Config } from "./config.ts";

/** Base address of a shop's admin pages, without a trailing slash. */
export const toAdminUrl = ({ STORE_URL_TEMPLATE }: Pick<Config, "STORE_URL_TEMPLATE">, shop: string): string =>
  `${STORE_URL_TEMPLATE.replaceAll("{shop}", shop)}/admin`;
