import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import type { Arrivals } from "#application/live/arrivals.ts";
import type { ReadModelStatus, ServedReadModels } from "#application/read-models/serve.ts";
import type { Outage } from "#domain/wire/outages.ts";
import type { Config } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Destinations } from "#infra/ports/destination.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";

export type QueryApiDeps = {
  /** Loads state, which is never behind the events. */
  runner: Pick<CommandRunner, "load" | "loadAt">;
  /** Shows a history event by event. For state, use the runner. */
  eventStore: Pick<EventStore, "readStream">;
  readModels: Pick<ServedReadModels, "get" | "getContent" | "find" | "findConsistent">;
  troubles(): readonly Outage[];
  readModelStatus(reads: readonly string[], tenant?: string): Promise<ReadModelStatus>;
  state: StateStore;
  vault: Vault;
  files: FileStore;
  clock: Clock;
  destinations: Pick<Destinations, "hasPinnedKeys">;
  log: { error(fields: object, message: string): void };
  /** Reported orders of a shop while someone views its live pages. */
  arrivals: Arrivals;
  platform: Pick<
    StorePlatform,
    | "countOrders"
    | "fetchOrderPage"
    | "streamOrders"
    | "fetchOrdersPart"
    | "fetchLocations"
    | "fetchSuggestions"
    | "fetchAttributeNames"
  >;
  config: Pick<
    Config,
    | "APP_URL"
    | "ENVIRONMENT"
    | "STORE_URL_TEMPLATE"
    | "SHOP_FLAGS"
    | "LINK_REVIEW"
    | "LINK_CHAT"
    | "LINK_APP_STORE"
    | "LINK_TUTORIAL_VIDEO"
    | "MAIL_ATTACHMENT_MAX_MB"
    | "OUTBOUND_ADDRESSES"
    | "SUPPORT_EMAIL"
    | "POSTAL_ADDRESS"
    | "demoStore"
    | "DEMO_SHOPS"
  >;
};
