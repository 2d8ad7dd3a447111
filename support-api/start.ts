import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { createRateLimits, noRateLimits } from "#application/admission/rate-limits.ts";
import { createCommandRunner, workerMemory } from "#application/commands/command-runner.ts";
import { withFailpoints } from "#application/commands/with-failpoints.ts";
import type { Health } from "#application/http/create-web-app.ts";
import type { Metrics } from "#application/http/health/metrics.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { isStandalone } from "#hosting/process-health.ts";
import { BadConfiguration, type Config } from "#infra/config/config.ts";
import { createOpenId } from "#infra/openid/identity-provider.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StoreDamaged } from "#infra/ports/store-errors.ts";
import type { Stores } from "#infra/stores/open-stores.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import { createSupportApp, type SupportAppOptions } from "./create-support-app.ts";

export type SupportContext = Pick<SupportAppOptions, "readModels" | "alerts"> & {
  config: Config;
  stores: Stores;
  clock: Clock;
  log: Logger;
  metrics: Pick<Metrics, "observe">;
  /** Faults that stop the process from working, as sentences. */
  reasons(): readonly string[];
  onDamage(damage: StoreDamaged): void;
};

export type Support = {
  app: RequestListener;
  health(): Health;
};

/** @throws {BadConfiguration} SUPPORT_ISSUER is not set */
export const getIssuer = ({ SUPPORT_ISSUER: issuer }: Pick<Config, "SUPPORT_ISSUER">): string => {
  if (issuer === undefined)
    throw new BadConfiguration(
      "There is no support console without SUPPORT_ISSUER. Set the address of the provider where support signs in.",
    );
  return issuer;
};

const frontend = fileURLToPath(new URL("../frontend/support/dist", import.meta.url));

/** Under the supervisor the console is built after the merchant's app, so a missing build isn't a fault. */
const unbuilt = (): string[] =>
  isStandalone() && !existsSync(join(frontend, "index.html")) ? ["The console is not built. Run 'npm run build'."] : [];

/**
 * Support console with sign-in, calls and pages, to serve on its own port (ADR 95).
 * @throws {BadConfiguration} SUPPORT_ISSUER is not set
 */
export const startSupport = (context: SupportContext): Support => {
  const { config, stores, clock, log, reasons } = context;
  const { eventStore, stateStore, vault } = stores;
  const ids = createSystemIds();
  const health = (): Health => {
    const all = [...reasons(), ...unbuilt()];
    return { ok: all.length === 0, reasons: all };
  };
  const app = createSupportApp({
    ...context,
    runner: withFailpoints(
      "support-api",
      createCommandRunner({ eventStore, stateStore, clock, ids, upcasters, ...workerMemory }),
    ),
    eventStore,
    state: stateStore,
    vault,
    files: stores.fileStore,
    queue: stores.workQueue,
    identity: createOpenId({
      issuer: getIssuer(config),
      clientId: config.SUPPORT_CLIENT_ID,
      clientSecret: config.SUPPORT_CLIENT_SECRET,
      redirectUri: `${config.SUPPORT_URL}/support/auth/callback`,
      signedOutUri: `${config.SUPPORT_URL}/support/`,
    }),
    ids,
    log,
    health,
    limits: config.RATE_LIMIT ? createRateLimits() : noRateLimits,
    trustProxy: config.TRUST_PROXY,
    frontend,
  });
  return { app, health };
};
