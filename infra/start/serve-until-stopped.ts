import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import { type DoorOptions, openDoor } from "../app/http/door.ts";
import { stopGracefully } from "../app/http/graceful.ts";
import { createWebServer, mostConnections } from "../app/http/web-server.ts";
import { onSupervisorGone } from "../config/supervisor-gone.ts";
import { tellReady } from "../config/tell-supervisor.ts";
import { cannotListen } from "./alone.ts";

/** How long answers that are under way may take once the process is told to end, ms. */
const graceMs = 3_000;

/** An app at a port of its own. */
export type Served = {
  app: RequestListener;
  log: Pick<Logger, "fatal" | "info">;
  /** The setting that names the port, for whoever must choose another one. */
  setting: "PORT" | "SUPPORT_PORT";
  port: number;
  /** The address to listen on; undefined: all. */
  host: string | undefined;
  /** What the log says once it listens. */
  said: string;
};

export type Serving = {
  log: Pick<Logger, "fatal">;
  /** Undefined: the process has none. */
  door: DoorOptions | undefined;
  /** Aborted when the process is told to end. */
  stopping: AbortController;
  /** Called when nobody is answered any more. */
  close(): Promise<void>;
};

const listen = ({ app, log, setting, port, host, said }: Served): Server => {
  const server = createWebServer(app);
  server.once("error", cannotListen(log, setting, port));
  server.listen({ port, host, backlog: mostConnections }, () =>
    log.info({ port: (server.address() as AddressInfo).port }, said),
  );
  return server;
};

/**
 * Serves the apps until the process is told to end or its supervisor is gone: then answers what is under way, closes and exits with 0. A port that
 * cannot be had ends the process with a sentence that names its setting.
 */
export const serveUntilStopped = async (apps: readonly Served[], serving: Serving): Promise<void> => {
  const { log, door, stopping, close } = serving;
  const opened: Server[] = [];
  if (door) opened.push(await openDoor(door).catch(cannotListen(log, "METRICS_PORT", door.port)));
  const servers = apps.map(listen);
  opened.push(...servers);
  const listening = Promise.all(servers.map((server) => once(server, "listening")));

  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    await Promise.all(opened.map((one) => stopGracefully(one, graceMs)));
    await close();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop());
  onSupervisorGone(() => void stop());
  await listening;
  tellReady();
};
