import type { Config } from "../config/config.ts";
import { createHttpOut } from "../http-out/create-http-out.ts";
import { createStorePlatform } from "./create-store-platform.ts";
import type { StorePlatformOptions } from "./options.ts";

/** The store platform that the settings lead to: the demo store, or the real one. */
export const storePlatformOf = (
  config: Config,
  options: Pick<StorePlatformOptions, "stateStore" | "vault" | "clock" | "logger" | "onThrottled">,
) =>
  createStorePlatform({
    urlTemplate: config.STORE_URL_TEMPLATE,
    clientId: config.STORE_CLIENT_ID,
    clientSecret: config.STORE_CLIENT_SECRET,
    previousSecret: config.STORE_CLIENT_SECRET_PREVIOUS,
    assetOrigins: config.STORE_ASSET_ORIGINS,
    out: createHttpOut({ allowPrivate: config.ALLOW_PRIVATE_HOSTS }),
    ...options,
  });
