import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Health } from "#application/http/create-web-app.ts";
import { tellTrouble } from "#application/process/give-up.ts";
import type { Config } from "#infra/config/config.ts";
import { explainPort, type PortSetting } from "#infra/config/explain-port.ts";
import { tellReady, tellSupervisor } from "#infra/config/tell-supervisor.ts";
import { onBeat } from "#infra/ports/beat.ts";
import { offerMetrics } from "./offer-metrics.ts";
import { type Asked, watchStores } from "./stores-answer.ts";

/** True if the process has no supervisor that reports for it (ADR 89). */
export const isAlone = (): boolean => process.send === undefined;

/** Health and metrics of a process. A standalone process serves them; a child passes them to its supervisor. */
export type Door = {
  /** Registry for the process's own metrics; undefined when metrics are off. */
  registry: Registry | undefined;
  /** Marks the process as doing its work. */
  ready(): void;
  /** Adds reasons that make the process unhealthy, as sentences. */
  watch(reasons: () => readonly string[]): void;
  /** Adds notes for the operator that don't make the process unhealthy, as sentences. */
  note(notes: () => readonly string[]): void;
};

/** Logs that an address cannot be listened on and how to fix it, then ends the process. */
export const cannotListen =
  (log: Pick<Logger, "fatal">, setting: PortSetting, at: { port: number; host: string | undefined }) =>
  (error: unknown): never => {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    const sentence = explainPort(setting, at, why);
    log.fatal(sentence);
    tellTrouble(sentence);
    process.exit(1);
  };

const everyNotes = 2_000;

/** Sends notes to the supervisor when they change; the web process shows them. */
const tellNotes = (notesOf: () => readonly string[]): void => {
  let told: readonly string[] = [];
  onBeat(() => {
    const notes = notesOf();
    if (notes.join() === told.join()) return;
    told = notes;
    tellSupervisor({ kind: "notes", notes });
  }, everyNotes);
};

/**
 * Opens the process's health server at METRICS_PORT, if set. A child of the supervisor passes its metrics on instead.
 * The process is healthy after `ready()`, while its stores answer and it is not ending.
 */
export const openOwnDoor = async ({
  config,
  log,
  stores,
}: {
  config: Pick<Config, "METRICS_PORT" | "METRICS_HOST">;
  log: Pick<Logger, "fatal" | "info">;
  stores: Asked;
}): Promise<Door> => {
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
    // Loaded only with this setting; no other process needs the library.
    const prometheus = await import("prom-client");
    registry = new prometheus.Registry();
    prometheus.collectDefaultMetrics({ register: registry });
    if (isAlone()) {
      const { openDoor } = await import("#application/http/health/door.ts");
      watches.push(watchStores(stores, ending.signal).sentences);
      await openDoor({ registry, health, host, port }).catch(cannotListen(log, "METRICS_PORT", { port, host }));
      log.info({ port, host }, "/healthz and /metrics are served");
    } else offerMetrics(registry);
  }
  if (!isAlone()) tellNotes(notes);
  return {
    registry,
    ready: () => {
      isReady = true;
      tellReady();
    },
    watch: (reasons) => void watches.push(reasons),
    note: (notes) => void noted.push(notes),
  };
};
