import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { places } from "#application/admission/limits.ts";
import { answerStarting } from "#application/http/health/answer-starting.ts";
import { type HealthServerOptions, startHealthServer } from "#application/http/health/health-server.ts";
import { withReadiness } from "#application/http/health/readiness.ts";
import { stopGracefully } from "#application/http/stop-gracefully.ts";
import { createWebServer } from "#application/http/web-server.ts";
import { resolveListenAddresses } from "#infra/config/listen-addresses.ts";
import { notifyReady, notifySupervisor } from "#infra/config/notify-supervisor.ts";
import { onSupervisorGone } from "#infra/config/supervisor-gone.ts";
import { cannotListen } from "./process-health.ts";

/** Time to finish answers, ms. */
const graceMs = 3_000;

/** An app's port and address. */
export type ListenAddress = {
  log: Pick<Logger, "fatal" | "info">;
  setting: "PORT" | "SUPPORT_PORT";
  port: number;
  /** Undefined: all addresses. */
  host: string | undefined;
  servedMessage: string;
};

/** A port that answers "starting" until an app is served. */
export type OpenPort = { servers: readonly Server[]; serve(app: RequestListener): void };

export type Serving = {
  log: Pick<Logger, "fatal">;
  /** Undefined: no health server. */
  healthServer: HealthServerOptions | undefined;
  /** Aborted once the process has drained. */
  stopping: AbortController;
  /** Time between SIGTERM and closing, s. /readyz responds with 503. */
  drainSeconds: number;
  close(): Promise<void>;
};

/** Time that the supervisor has to release a port on which it answered, ms. */
const portReleaseTimeout = 2_000;

const listen = async (server: Server, at: { port: number; host: string | undefined }): Promise<void> => {
  const deadline = performance.now() + portReleaseTimeout;
  for (;;) {
    try {
      const listening = once(server, "listening");
      server.listen({ ...at, backlog: places.connections.inAll });
      await listening;
      return;
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || !process.connected || performance.now() > deadline) throw error;
      await sleep(10);
    }
  }
};

/** Opens a port early. Failure ends the process with a message that names the setting. */
export const openPort = async ({ log, setting, port, host, servedMessage }: ListenAddress): Promise<OpenPort> => {
  let answer = answerStarting(() => ["The process is starting."]);
  notifySupervisor({ kind: "will-listen" });
  const open = resolveListenAddresses(host).map(async (address) => {
    const at = { port, host: address };
    const server = createWebServer((request, response) => answer(request, response));
    await listen(server, at).catch(cannotListen(log, setting, at));
    return server;
  });
  const servers = await Promise.all(open);
  return {
    servers,
    serve: (app) => {
      answer = app;
      log.info({ port }, servedMessage);
    },
  };
};

/**
 * Serves apps until the process must end or its supervisor is gone. SIGTERM drains: only `/readyz` responds with 503.
 * Then answers are finished, and the process exits with 0. SIGINT skips the drain.
 */
export const serveUntilStopped = async (
  apps: readonly { openedPort: OpenPort; app: RequestListener }[],
  { log, healthServer, stopping, drainSeconds, close }: Serving,
): Promise<void> => {
  const opened = apps.flatMap(({ openedPort }) => openedPort.servers);
  if (healthServer)
    opened.push(await startHealthServer(healthServer).catch(cannotListen(log, "METRICS_PORT", healthServer)));
  let isReady = true;
  for (const { openedPort, app } of apps) openedPort.serve(withReadiness(app, () => isReady));

  const stop = async (waitSeconds: number): Promise<void> => {
    if (!isReady) return;
    isReady = false;
    if (waitSeconds > 0) await sleep(waitSeconds * 1_000);
    stopping.abort();
    await Promise.all(opened.map((one) => stopGracefully(one, graceMs)));
    await close();
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop(drainSeconds));
  process.on("SIGINT", () => void stop(0));
  onSupervisorGone(() => void stop(0));
  notifyReady();
};
