import type { CommandRunner } from "#infra/app/command-runner-types.ts";
import type { Sessions } from "#infra/app/session/sessions.ts";
import type { ShopNames } from "#infra/app/session/shop-names.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { ReadStore } from "#infra/ports/read-store.ts";
import type { StateStore } from "#infra/ports/state-store.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { Vault } from "#infra/ports/vault.ts";

/** What the command side of the API works with. */
export type CommandApiDeps = {
  runner: CommandRunner;
  state: StateStore;
  readStore: ReadStore;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  platform: StorePlatform;
  sessions: Sessions;
  shopNames: ShopNames;
  /** Waits until read models have seen a position, 2 s at most. */
  waitFor(reads: readonly string[], position: string): Promise<boolean>;
  config: Pick<Config, "APP_URL" | "ENVIRONMENT" | "STORE_URL_TEMPLATE">;
};
