import { type ChildProcess, fork } from "node:child_process";
import { setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { createSilence } from "#application/events/silence.ts";
import { onBeat } from "#infra/ports/beat.ts";
import { codeCache } from "./code-cache.ts";
import { restartAfter } from "./restart-policy.ts";

export type ChildSpec = {
  name: string;
  /** Module below the project's root. */
  module: string;
  environment?: Record<string, string>;
  /** What it gives way by, 0 to 19, where processes want more than the machine has; 0 where absent. */
  niceness?: number;
  /** How Node is to run it, beside what holds for all. */
  flags?: readonly string[];
  /** Time to end when all of Sheaf does, ms; default: that of the others. */
  endsWithin?: number;
};

export type Child = {
  name: string;
  endsWithin: number | undefined;
  /** Undefined while healthy, else a sentence. */
  trouble(): string | undefined;
  /** Notes for operators although all goes on, in sentences. */
  notes(): readonly string[];
  /** The id of its process while that is ready, and not being stopped. */
  readyAs(): number | undefined;
  send(message: object): void;
  /** Asks for its metrics in Prometheus's text format. Undefined: it didn't answer within `patience` ms. */
  metrics(patience: number): Promise<string | undefined>;
  /** How often it ended without being stopped. */
  restarts(): number;
  /**
   * Ends it by SIGTERM, or SIGINT where it is not to drain, and by SIGKILL after `patience` ms. Resolves when it is gone. It is not started again
   * before {@link resume}.
   */
  stop(patience: number, signal?: "SIGTERM" | "SIGINT"): Promise<void>;
  resume(): void;
};

const root = fileURLToPath(new URL("../", import.meta.url));

type KeepOptions = {
  environment: NodeJS.ProcessEnv;
  onChange: () => void;
  say: (line: string) => void;
  /** Asked before each start; false puts it off. */
  mayStart?: () => boolean;
  /** Called when the process is about to listen: the stand-in makes room. */
  onListens?: () => void;
  /** Told, in a sentence, that the process met a damaged store. */
  onDamage?: (sentence: string) => void;
  /** Told when the process is gone, for whatever reason. */
  onGone?: () => void;
  patience?: Patience;
};

/** How silence is met, in ms of it; a process gives a sign of life every 2 s. */
type Patience = {
  /** How often it is looked for. */
  every: number;
  /** From here on it is told of. */
  tells: number;
  /** From here on the process is ended. */
  ends: number;
  /** The same of one that is still starting. */
  endsStart: number;
};

const putOff = 200;
/**
 * A minute is far beyond what any work keeps a process from speaking for, and a crowded machine too; to end one by mistake costs only what
 * it began. While it starts a process may look through a whole store in one go.
 */
const patienceWithSilence: Patience = { every: 1_000, tells: 15_000, ends: 60_000, endsStart: 300_000 };
const inSeconds = (ms: number): string => `${Math.floor(ms / 1_000)} s`;

/**
 * Starts a process of the system and keeps it running: one that ends is started again, one that hangs is ended first (what it held is safe:
 * leases and fences see to that). `onChange` is called whenever its health may have changed.
 */
export const keepRunning = (spec: ChildSpec, options: KeepOptions): Child => {
  let current: ChildProcess | undefined;
  let ready = false;
  /** What it said it cannot go on for, until it is ready or well again. */
  let sentence: string | undefined;
  let notes: readonly string[] = [];
  /** How the process before this one ended. */
  let ended: string | undefined;
  let stopping = false;
  let unhealthy = false;
  let timer: NodeJS.Timeout | undefined;
  const deaths: number[] = [];
  let restarts = 0;
  const patience = options.patience ?? patienceWithSilence;
  const silence = createSilence();
  /** For how long it has not answered, ms; 0 while it does. */
  let silentFor = 0;
  const listen = (): void => {
    const quiet = silence.look();
    const before = silentFor;
    silentFor = current && ready && quiet >= patience.tells ? quiet : 0;
    if (before === 0 && silentFor > 0)
      options.say(
        `${spec.name} has not answered for ${inSeconds(silentFor)}. After ${inSeconds(patience.ends)} it is ended and started again.`,
      );
    if (before > 0 && silentFor === 0 && ready) options.say(`${spec.name} answers again.`);
    // One that cannot even be killed is told of until it is gone.
    if (stopping || !current || current.killed || quiet < (ready ? patience.ends : patience.endsStart)) return;
    sentence = `it had not answered for ${inSeconds(quiet)} and was ended`;
    current.kill("SIGKILL");
    options.onChange();
  };
  onBeat(listen, patience.every);

  const start = (): void => {
    if (options.mayStart?.() === false) timer = setTimeout(start, putOff);
    else if (!stopping && !current) run();
  };
  const run = () => {
    const child = fork(`${root}${spec.module}`, [], {
      cwd: root,
      execArgv: ["--disable-warning=ExperimentalWarning", ...(spec.flags ?? [])],
      env: { ...options.environment, ...codeCache, ...spec.environment },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    current = child;
    if (spec.niceness !== undefined && child.pid !== undefined) setPriority(child.pid, spec.niceness);
    silence.heard();
    child.on("message", (message) => {
      silence.heard();
      const told = message as { kind?: unknown; sentence?: unknown; notes?: readonly string[] };
      if (told.kind === "listens") options.onListens?.();
      if (told.kind === "notes") {
        notes = told.notes ?? [];
        options.onChange();
      }
      if (told.kind === "damage") options.onDamage?.(String(told.sentence));
      if (told.kind === "trouble") sentence = String(told.sentence);
      if (told.kind === "well") sentence = undefined;
      if (told.kind !== "ready") return;
      ready = true;
      sentence = undefined;
      options.onChange();
    });
    child.on("error", (error) => options.say(`${spec.name} could not be started: ${error.message}`));
    child.once("exit", (code, signal) => {
      current = undefined;
      ready = false;
      notes = [];
      silentFor = 0;
      options.onGone?.();
      if (stopping) return;
      ended = sentence ?? signal ?? `code ${code}`;
      deaths.push(performance.now());
      restarts += 1;
      const decision = restartAfter(deaths);
      unhealthy = decision.unhealthy;
      options.say(`${spec.name} ended (${ended}); it starts again in ${decision.delay} ms.`);
      timer = setTimeout(start, decision.delay);
      options.onChange();
    });
  };
  start();

  return {
    name: spec.name,
    endsWithin: spec.endsWithin,
    trouble: () => {
      if (stopping) return undefined;
      if (sentence !== undefined) return `${spec.name}: ${sentence}`;
      if (unhealthy && deaths.length > 0 && performance.now() - (deaths.at(-1) ?? 0) < 60_000)
        return `${spec.name} died five times within a minute`;
      if (silentFor > 0)
        return `${spec.name} has not answered for ${inSeconds(silentFor)}; after ${inSeconds(patience.ends)} it is ended and started again`;
      if (ready) return undefined;
      return ended === undefined ? `${spec.name} is starting` : `${spec.name} ended (${ended}) and is starting again`;
    },
    notes: () => notes,
    readyAs: () => (ready && !stopping ? current?.pid : undefined),
    send: (message) => {
      if (current?.connected) current.send(message, () => {});
    },
    metrics: async (patience) => {
      const asked = current;
      if (!asked?.connected) return undefined;
      return new Promise((resolve) => {
        const settle = (text: string | undefined): void => {
          clearTimeout(limit);
          asked.off("message", hear);
          asked.off("exit", leave);
          resolve(text);
        };
        const leave = () => settle(undefined);
        const hear = (message: unknown) => {
          const told = message as { kind?: unknown; text?: unknown };
          if (told.kind === "metrics") settle(String(told.text));
        };
        const limit = setTimeout(leave, patience);
        asked.on("message", hear);
        asked.once("exit", leave);
        asked.send({ kind: "metrics" }, () => {});
      });
    },
    restarts: () => restarts,
    resume: () => {
      if (!stopping) return;
      stopping = false;
      unhealthy = false;
      sentence = ended = undefined;
      deaths.length = 0;
      start();
    },
    stop: async (patience, signal = "SIGTERM") => {
      stopping = true;
      clearTimeout(timer);
      const child = current;
      if (!child) return;
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill(signal);
      const hard = setTimeout(() => child.kill("SIGKILL"), patience);
      await gone;
      clearTimeout(hard);
    },
  };
};
