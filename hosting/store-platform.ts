import { recordThrottled } from "#application/alerts/throttled.ts";
import type { Config } from "#infra/config/config.ts";
import { createOutboundHttp } from "#infra/http-out/create-outbound-http.ts";
import type { Log } from "#infra/ports/log.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import type { PlatformLogger, StorePlatformOptions } from "#infra/store-platform/options.ts";

type Needs = Pick<StorePlatformOptions, "stateStore" | "vault" | "clock"> & { log?: Log & PlatformLogger };

/** Creates the configured store platform. With a log, it records throttled shops for support. */
export const createConfiguredStorePlatform = (config: Config, { log, ...stores }: Needs) =>
  createStorePlatform({
    urlTemplate: config.STORE_URL_TEMPLATE,
    clientId: config.STORE_CLIENT_ID,
    clientSecret: config.STORE_CLIENT_SECRET,
    previousSecret: config.STORE_CLIENT_SECRET_PREVIOUS,
    assetOrigins: config.STORE_ASSET_ORIGINS,
    http: createOutboundHttp({ allowPrivate: config.ALLOW_PRIVATE_HOSTS }),
    ...stores,
    ...(log && {
      logger: log,
      onThrottled: recordThrottled({ state: stores.stateStore, clock: stores.clock, log }),
    }),
  });
