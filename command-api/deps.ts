import type { Budgets } from "#application/admission/budget.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Impersonations } from "#application/impersonation/impersonations.ts";
import type { Arrivals } from "#application/live/arrivals.ts";
import type { Sessions } from "#application/session/sessions.ts";
import type { ShopNames } from "#application/session/shop-names.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Destinations } from "#infra/ports/destination.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";

export type CommandApiDeps = {
  runner: CommandRunner;
  state: StateStore;
  eventStore: Pick<EventStore, "readCategory" | "readStream">;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  queue: Pick<WorkQueue, "enqueue">;
  destinations: Pick<Destinations, "testFtp" | "testWebhook" | "forgetPinnedKeys">;
  platform: StorePlatform;
  arrivals: Pick<Arrivals, "report">;
  budgets: Budgets;
  sessions: Sessions;
  impersonations: Impersonations;
  shopNames: ShopNames;
  config: Pick<
    Config,
    "APP_URL" | "ENVIRONMENT" | "isDemo" | "STORE_URL_TEMPLATE" | "SHOP_FLAGS" | "SHOP_FILES_MAX_MB"
  >;
};
