import type { Express } from "express";
import type { Logger } from "pino";
import { createRateLimits, noRateLimits } from "#application/admission/rate-limits.ts";
import type { CommandRunner } from "#application/commands/command-runner-types.ts";
import { answerMisdirected } from "#application/http/answer-misdirected.ts";
import type { StartDeadline } from "#application/http/call-signal.ts";
import { createWebApp, type Health } from "#application/http/create-web-app.ts";
import { frontendRouter } from "#application/http/frontend.ts";
import type { Metrics } from "#application/http/health/metrics.ts";
import type { Route } from "#application/http/route.ts";
import { createImpersonations } from "#application/impersonation/impersonations.ts";
import { createArrivals } from "#application/live/arrivals.ts";
import type { ReadModelStatus, ServedReadModels } from "#application/read-models/serve.ts";
import { createGate } from "#application/session/gate.ts";
import { createSessions, type Sessions } from "#application/session/sessions.ts";
import { createShopNames } from "#application/session/shop-names.ts";
import type { Outage } from "#domain/wire/outages.ts";
import type { Config, WebPart } from "#infra/config/config.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Destinations } from "#infra/ports/destination.ts";
import type { Ids } from "#infra/ports/ids.ts";
import type { StoreDamaged } from "#infra/ports/store-errors.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { createCommandApi } from "../../command-api/create-command-api.ts";
import { createQueryApi } from "../../query-api/create-query-api.ts";

export type WebDeps = {
  config: Config;
  runner: CommandRunner;
  state: StateStore;
  eventStore: Pick<EventStore, "readCategory" | "readStream">;
  readModels: Pick<ServedReadModels, "get" | "getContent" | "find" | "findConsistent">;
  vault: Vault;
  files: FileStore;
  clock: Clock;
  /** The clock of schedulers and exporters, which distrusts a machine clock set ahead. */
  trusted: Clock;
  ids: Ids;
  queue: WorkQueue;
  /** Serve the test buttons of automated reports, and their servers' keys. */
  destinations: Pick<Destinations, "testFtp" | "testWebhook" | "hasPinnedKeys" | "forgetPinnedKeys">;
  platform: StorePlatform;
  /** Waits up to 2 s. True if the read models reached the position. */
  awaitPosition(reads: readonly string[], position: string, tenant?: string): Promise<boolean>;
  readModelStatus(reads: readonly string[], tenant?: string): Promise<ReadModelStatus>;
  log: Logger;
  metrics: Pick<Metrics, "observe">;
  health(): Health;
  troubles(): readonly Outage[];
  onDamage?: (damage: StoreDamaged) => void;
  version: string;
  /** Time limit for a call's wait; default: ten seconds. */
  startDeadline?: StartDeadline;
  frontend: string;
  /** Aborts before the process ends. Event listeners then reconnect elsewhere. */
  stopping?: AbortSignal;
  /** Keep-alive interval of event listeners, ms; default: 15 s. */
  beat?: number;
};

/** Composes both sides of the API, the files and the front end (D-9). */
export const composeWeb = (deps: WebDeps): { app: Express; sessions: Sessions; described: readonly Route[] } => {
  const { config, state, ids, runner } = deps;
  const sessions = createSessions(deps);
  const https = config.APP_URL.startsWith("https:");
  const shopNames = createShopNames({ state, eventStore: deps.eventStore, ids });
  const arrivals = createArrivals(deps);
  const impersonations = createImpersonations(deps);
  const commands = createCommandApi({ ...deps, sessions, impersonations, shopNames, arrivals });
  const queries = createQueryApi({ ...deps, arrivals });
  const described = [...commands.routes, ...queries.routes];
  const has = (part: WebPart): boolean => config.WEB_PARTS.includes(part);
  const app = createWebApp({
    routes: [
      ...(has("commands") ? commands.routes : commands.routes.map(answerMisdirected("commands"))),
      ...(has("queries") ? queries.routes : queries.routes.map(answerMisdirected("queries"))),
    ],
    described,
    others: [
      ...(has("commands") ? commands.routers : []),
      ...(has("pages") ? [...queries.routers, frontendRouter(deps.frontend, { https })] : []),
    ],
    admit: createGate({ sessions, runner, clock: deps.trusted }),
    awaitPosition: deps.awaitPosition,
    readModelStatus: deps.readModelStatus,
    startDeadline: deps.startDeadline,
    stopping: deps.stopping,
    beat: deps.beat,
    log: deps.log,
    metrics: deps.metrics,
    health: deps.health,
    troubles: deps.troubles,
    ...(deps.onDamage ? { onDamage: deps.onDamage } : {}),
    uuid: ids.uuid,
    version: deps.version,
    apiUrl: config.API_URL,
    trustProxy: config.TRUST_PROXY,
    limits: config.RATE_LIMIT ? createRateLimits() : noRateLimits,
    https,
    onlyThisMachine: config.onlyThisMachine,
  });
  return { app, sessions, described };
};
