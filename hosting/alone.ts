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

/** A process that was started by itself, with no supervisor that would tell of it (ADR 89). */
export const isAlone = (): boolean => process.send === undefined;

/** Health and metrics of a process. One that is started by itself serves them. A child of the supervisor hands them to that. */
export type Door = {
  /** For metrics of its own; undefined where nobody is shown them. */
  registry: Registry | undefined;
  /** The process does its work from now on. */
  ready(): void;
  /** Adds what may keep it from its work, in sentences. */
  watch(reasons: () => readonly string[]): void;
  /** Adds what an operator should know although all goes on, in sentences. */
  note(notes: () => readonly string[]): void;
};

/** Says that an address cannot be listened on, and what to do; the process ends. */
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

/** Tells the supervisor of notes whenever they change: the web process shows them. */
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
 * Opens the door of a process at METRICS_PORT, where that is set. A child of the supervisor hands its metrics to that instead. The process is
 * ready once it has said so, unless a store does not answer, or it is ending.
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
    // Without the setting no process needs their code.
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
