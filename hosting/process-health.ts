import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Health } from "#application/http/create-web-app.ts";
import { reportExitReason } from "#application/process/exit-with-reason.ts";
import type { Config } from "#infra/config/config.ts";
import { explainPort, type PortSetting } from "#infra/config/explain-port.ts";
import { notifyReady, notifySupervisor } from "#infra/config/notify-supervisor.ts";
import { onTick } from "#infra/ports/tick.ts";
import { offerMetrics } from "./offer-metrics.ts";
import { type CheckedStores, watchStores } from "./watch-stores.ts";

/** True if no supervisor reports for the process (ADR 89). */
export const isStandalone = (): boolean => process.send === undefined;

/** Health and metrics, served by the process or its supervisor. */
export type ProcessHealth = {
  /** Undefined when metrics are off. */
  registry: Registry | undefined;
  ready(): void;
  /** Adds reasons for being unhealthy, as sentences. */
  addReasons(reasons: () => readonly string[]): void;
  /** Adds notes for the operator, as sentences. They don't make the process unhealthy. */
  addNotes(notes: () => readonly string[]): void;
};

/** Logs the fix for an unusable address, then ends the process. */
export const cannotListen =
  (log: Pick<Logger, "fatal">, setting: PortSetting, at: { port: number; host: string | undefined }) =>
  (error: unknown): never => {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    const sentence = explainPort(setting, at, why);
    log.fatal(sentence);
    reportExitReason(sentence);
    process.exit(1);
  };

const notesInterval = 2_000;

/** Sends changed notes to the supervisor; the web process shows them. */
const reportNotes = (notesOf: () => readonly string[]): void => {
  let reported: readonly string[] = [];
  onTick(() => {
    const notes = notesOf();
    if (notes.join() === reported.join()) return;
    reported = notes;
    notifySupervisor({ kind: "notes", notes });
  }, notesInterval);
};

/**
 * Opens the health server at METRICS_PORT, if set; a child of the supervisor passes its metrics on. The process is
 * healthy after `ready()`, while its stores answer and it isn't ending.
 */
export const openProcessHealth = async ({
  config,
  log,
  stores,
}: {
  config: Pick<Config, "METRICS_PORT" | "METRICS_HOST">;
  log: Pick<Logger, "fatal" | "info">;
  stores: CheckedStores;
}): Promise<ProcessHealth> => {
  let registry: Registry | undefined;
  const ending = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => ending.abort());
  let isReady = false;
  const watches: (() => readonly string[])[] = [];
  const noted: (() => readonly string[])[] = [];
  const notes = (): string[] => noted.flatMap((notesOf) => notesOf());
  const health = (): Health => {
    const reasons = ending.signal.aborted
      ? ["The process is ending."]
      : [...(isReady ? [] : ["The process is starting."]), ...watches.flatMap((reasonsOf) => reasonsOf())];
    return { ok: reasons.length === 0, reasons, notes: notes() };
  };
  const { METRICS_PORT: port, METRICS_HOST: host } = config;
  if (port !== undefined) {
    // Only this setting needs the library.
    const prometheus = await import("prom-client");
    registry = new prometheus.Registry();
    prometheus.collectDefaultMetrics({ register: registry });
    if (isStandalone()) {
      const { startHealthServer } = await import("#application/http/health/health-server.ts");
      watches.push(watchStores(stores, ending.signal).sentences);
      await startHealthServer({ registry, health, host, port }).catch(
        cannotListen(log, "METRICS_PORT", { port, host }),
      );
      log.info({ port, host }, "/healthz and /metrics are served");
    } else offerMetrics(registry);
  }
  if (!isStandalone()) reportNotes(notes);
  return {
    registry,
    ready: () => {
      isReady = true;
      notifyReady();
    },
    addReasons: (reasons) => void watches.push(reasons),
    addNotes: (notes) => void noted.push(notes),
  };
};
