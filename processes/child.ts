import { type ChildProcess, fork } from "node:child_process";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { createHeartbeatMonitor } from "#application/events/heartbeat-monitor.ts";
import { onTick } from "#infra/ports/tick.ts";
import { codeCache } from "./code-cache.ts";
import { restartAfter } from "./restart-policy.ts";

export type ChildSpec = {
  name: string;
  /** Path below the project's root. */
  module: string;
  environment?: Record<string, string>;
  /** From 0 to 19; matters when CPU is short. Default: 0. */
  niceness?: number;
  flags?: readonly string[];
  /** Time that the process has to end at shutdown, ms. Default: as for other processes. */
  stopTimeoutMs?: number;
};

export type Child = {
  name: string;
  stopTimeoutMs: number | undefined;
  problem(): string | undefined;
  /** Sentences for operators. None of them means that the service is down. */
  notes(): readonly string[];
  /** The process id while ready and not being stopped. */
  readyPid(): number | undefined;
  send(message: object): void;
  /** Fetches metrics; undefined without a response in time. */
  metrics(timeoutMs: number): Promise<string | undefined>;
  restarts(): number;
  /**
   * Sends SIGTERM (SIGINT skips draining), and SIGKILL after `timeoutMs`. Resolves when the process is gone. It stays
   * down until {@link resume}.
   */
  stop(timeoutMs: number, signal?: "SIGTERM" | "SIGINT"): Promise<void>;
  resume(): void;
};

const root = fileURLToPath(new URL("../", import.meta.url));

type KeepOptions = {
  environment: NodeJS.ProcessEnv;
  onChange: () => void;
  say: (line: string) => void;
  /** False delays the start. */
  mayStart?: () => boolean;
  /** Called before the process listens, so that the stand-in frees the ports. */
  onWillListen?: () => void;
  onDamage?: (sentence: string) => void;
  onGone?: () => void;
  hangLimits?: HangLimits;
};

/** Limits of a process's silence, ms. A heartbeat comes every 2 s. */
type HangLimits = {
  checkIntervalMs: number;
  reportAfterMs: number;
  killAfterMs: number;
  /** Limit while starting. */
  killAfterAtStartMs: number;
};

const startRetryDelay = 200;
/**
 * A minute is far longer than any work blocks a process, even under overload. A mistaken kill costs only work in
 * progress. A starting process may scan a whole store without yielding.
 */
const defaultHangLimits: HangLimits = {
  checkIntervalMs: 1_000,
  reportAfterMs: 15_000,
  killAfterMs: 60_000,
  killAfterAtStartMs: 300_000,
};
const inSeconds = (ms: number): string => `${Math.floor(ms / 1_000)} s`;

/**
 * Starts a process, restarts it when it ends, and kills it when it hangs. Leases and fences protect its work. Calls
 * `onChange` when its health may have changed.
 */
export const keepRunning = (spec: ChildSpec, options: KeepOptions): Child => {
  let current: ChildProcess | undefined;
  let ready = false;
  let sentence: string | undefined;
  let notes: readonly string[] = [];
  let exitReason: string | undefined;
  let stopping = false;
  let unhealthy = false;
  let timer: NodeJS.Timeout | undefined;
  const deaths: number[] = [];
  let restarts = 0;
  const hangLimits = options.hangLimits ?? defaultHangLimits;
  const heartbeats = createHeartbeatMonitor();
  /** Time without a heartbeat, ms; 0 while it answers. */
  let silentFor = 0;
  const checkHeartbeat = (): void => {
    const silentTime = heartbeats.measureSilence();
    const before = silentFor;
    silentFor = current && ready && silentTime >= hangLimits.reportAfterMs ? silentTime : 0;
    if (before === 0 && silentFor > 0)
      options.say(
        `${spec.name} has not answered for ${inSeconds(silentFor)}. It will be killed and restarted after ${inSeconds(hangLimits.killAfterMs)}.`,
      );
    if (before > 0 && silentFor === 0 && ready) options.say(`${spec.name} answers again.`);
    // Survivors of SIGKILL stay reported until they are gone.
    if (
      stopping ||
      !current ||
      current.killed ||
      silentTime < (ready ? hangLimits.killAfterMs : hangLimits.killAfterAtStartMs)
    )
      return;
    sentence = `it did not answer for ${inSeconds(silentTime)} and was killed`;
    current.kill("SIGKILL");
    options.onChange();
  };
  onTick(checkHeartbeat, hangLimits.checkIntervalMs);

  const start = (): void => {
    if (options.mayStart?.() === false) timer = setTimeout(start, startRetryDelay);
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
    // Without privileges a process can't lower its niceness.
    if (child.pid !== undefined && spec.niceness !== undefined && spec.niceness > getPriority(child.pid))
      setPriority(child.pid, spec.niceness);
    heartbeats.beat();
    child.on("message", (message) => {
      heartbeats.beat();
      const report = message as { kind?: unknown; sentence?: unknown; notes?: readonly string[] };
      if (report.kind === "will-listen") options.onWillListen?.();
      if (report.kind === "notes") {
        notes = report.notes ?? [];
        options.onChange();
      }
      if (report.kind === "damage") options.onDamage?.(String(report.sentence));
      if (report.kind === "trouble") sentence = String(report.sentence);
      if (report.kind === "well") sentence = undefined;
      if (report.kind !== "ready") return;
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
      exitReason = sentence ?? signal ?? `code ${code}`;
      deaths.push(performance.now());
      restarts += 1;
      const decision = restartAfter(deaths);
      unhealthy = decision.unhealthy;
      options.say(`${spec.name} ended (${exitReason}); it starts again in ${decision.delay} ms.`);
      timer = setTimeout(start, decision.delay);
      options.onChange();
    });
  };
  start();

  return {
    name: spec.name,
    stopTimeoutMs: spec.stopTimeoutMs,
    problem: () => {
      if (stopping) return undefined;
      if (sentence !== undefined) return `${spec.name}: ${sentence}`;
      if (unhealthy && deaths.length > 0 && performance.now() - (deaths.at(-1) ?? 0) < 60_000)
        return `${spec.name} died five times within a minute`;
      if (silentFor > 0)
        return `${spec.name} has not answered for ${inSeconds(silentFor)}; it will be killed and restarted after ${inSeconds(hangLimits.killAfterMs)}`;
      if (ready) return undefined;
      return exitReason === undefined
        ? `${spec.name} is starting`
        : `${spec.name} ended (${exitReason}) and is starting again`;
    },
    notes: () => notes,
    readyPid: () => (ready && !stopping ? current?.pid : undefined),
    send: (message) => {
      if (current?.connected) current.send(message, () => {});
    },
    metrics: async (timeoutMs) => {
      const target = current;
      if (!target?.connected) return undefined;
      return new Promise((resolve) => {
        const settle = (text: string | undefined): void => {
          clearTimeout(limit);
          target.off("message", onMessage);
          target.off("exit", leave);
          resolve(text);
        };
        const leave = () => settle(undefined);
        const onMessage = (message: unknown) => {
          const report = message as { kind?: unknown; text?: unknown };
          if (report.kind === "metrics") settle(String(report.text));
        };
        const limit = setTimeout(leave, timeoutMs);
        target.on("message", onMessage);
        target.once("exit", leave);
        target.send({ kind: "metrics" }, () => {});
      });
    },
    restarts: () => restarts,
    resume: () => {
      if (!stopping) return;
      stopping = false;
      unhealthy = false;
      sentence = exitReason = undefined;
      deaths.length = 0;
      start();
    },
    stop: async (timeoutMs, signal = "SIGTERM") => {
      stopping = true;
      clearTimeout(timer);
      const child = current;
      if (!child) return;
      const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      await gone;
      clearTimeout(killTimer);
    },
  };
};
