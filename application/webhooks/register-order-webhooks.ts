import type { Config } from "#infra/config/config.ts";
import type { Log } from "#infra/ports/log.ts";
import { PlatformError, type ShopAccess, type StorePlatform } from "#infra/ports/store-platform.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { orderAddressesFor } from "./addresses.ts";

/**
 * Registers missing webhooks about orders. A failure is only logged: live pages then show new orders after a refresh.
 */
export const registerOrderWebhooks = async (
  deps: {
    platform: Pick<StorePlatform, "registerWebhooks">;
    vault: Pick<Vault, "sign">;
    config: Pick<Config, "APP_URL">;
    log: Pick<Log, "warn">;
  },
  access: ShopAccess,
): Promise<void> => {
  try {
    await deps.platform.registerWebhooks(access, orderAddressesFor(deps, access.tenant));
  } catch (err) {
    if (!(err instanceof PlatformError)) throw err;
    deps.log.warn({ err, tenant: access.tenant }, "The platform does not announce this shop's orders as they arrive.");
  }
};
