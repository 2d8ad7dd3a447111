import type { Config } from "./config.ts";

/** Origins from which images and bulk files may come even on a private network. */
export const platformOrigins = (
  { STORE_URL_TEMPLATE, STORE_ASSET_ORIGINS }: Pick<Config, "STORE_URL_TEMPLATE" | "STORE_ASSET_ORIGINS">,
  shop: string,
): string[] => [new URL(STORE_URL_TEMPLATE.replaceAll("{shop}", shop)).origin, ...STORE_ASSET_ORIGINS];
