import type { DatabaseSync } from "node:sqlite";
import { createNotifier } from "../../ports/notifier.ts";
import { computeMsUntilTick } from "../../ports/tick.ts";
import { toDamageError } from "../damage.ts";
import { type LogWatch, watchLog } from "./watch-log.ts";

/** Poll interval, ms. Followers must wake within 50 ms of another process's commit. */
const pollMs = 20;
/** First poll intervals, ms, after the watch reported a write, which comes before the commit. */
const firstPollsMs = [1, 2, 4, 8, 16];
/** Polls without news before the watch takes over: half a second, longer than a disk's commit. */
const idlePolls = 25;
/** Poll interval while watching, ms. */
const safetyMs = 1_000;

export type ChangeSignal = {
  /** Looks for others' commits; the number grows with every change noticed. */
  poll(): number;
  lastSeen(): number;
  /** Reports this connection's own commits, which `PRAGMA data_version` doesn't show. */
  notify(): void;
  /** Resolves when the number isn't `since`, after `timeoutMs`, or on abort. */
  wait(options: { since: number; timeoutMs: number; signal: AbortSignal }): Promise<void>;
  /** "off" while nobody waits. */
  mode(): "off" | "polling" | "watching";
  close(): void;
};

export type ChangeSignalOptions = {
  log?: LogWatch;
  /** Poll interval, ms. */
  intervalMs?: number;
  /** Poll interval while watching, ms. */
  safety?: number;
};

/**
 * Reports other connections' commits, of any process, while someone waits. Every commit first writes to the log
 * (`-wal`). We poll the connection while the log changes, and watch the log while it rests (ADR 105). The watch is
 * trusted after its first report. One missed commit ends it for good, and polling goes on.
 */
export const createChangeSignal = (
  db: DatabaseSync,
  file: string,
  { log = watchLog(`${file}-wal`), intervalMs = pollMs, safety = safetyMs }: ChangeSignalOptions = {},
): ChangeSignal => {
  const dataVersion = db.prepare("PRAGMA data_version");
  const bell = createNotifier();
  let last = 0;
  let waiterCount = 0;
  let mode: ReturnType<ChangeSignal["mode"]> = "off";
  let timer: NodeJS.Timeout | undefined;
  let firstPolls: number[] = [];
  let quiet = 0;
  let lastSeen = { rings: 0, stamp: "" };
  /** `owing`: it has yet to report a touch or commit. */
  let watch: "untried" | "owing" | "reliable" | "given up" = "untried";

  const checkVersion = (): number => {
    try {
      const version = Number(dataVersion.get()?.data_version);
      const isNew = version !== last;
      last = version;
      if (isNew) bell.notify();
      if (isNew && mode === "watching") {
        watch = "owing";
        poll();
      }
      return bell.notifications();
    } catch (error) {
      throw toDamageError(file, error);
    }
  };
  const lookOrRing = (): void => {
    try {
      checkVersion();
    } catch {
      // The waiter gets the same error in its own read.
      bell.notify();
    }
  };
  /** True if there was no commit or write since the last call. */
  const isSame = (): boolean => {
    const before = lastSeen;
    const rings = bell.notifications();
    // After a commit the stamp isn't needed.
    lastSeen = { rings, stamp: rings === before.rings ? log.stamp() : before.stamp };
    return lastSeen.rings === before.rings && lastSeen.stamp === before.stamp;
  };

  const next = (act: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const poll = (first: readonly number[] = []): void => {
    mode = "polling";
    quiet = 0;
    firstPolls = [...first];
    next(tick, firstPolls.shift() ?? intervalMs);
  };
  const tick = (): void => {
    lookOrRing();
    if (waiterCount === 0) {
      off();
      return;
    }
    if (watch !== "given up") {
      quiet = isSame() ? quiet + 1 : 0;
      if (quiet >= idlePolls && startWatching()) return;
    }
    next(tick, firstPolls.shift() ?? intervalMs);
  };
  const startWatching = (): boolean => {
    quiet = 0;
    if (watch === "owing" || !log.arm({ written, failed: giveUp })) {
      giveUp();
      return false;
    }
    if (watch === "untried") {
      watch = "owing";
      log.touch();
      return false;
    }
    // The watch doesn't report writes before it began.
    lookOrRing();
    if (!isSame()) return false;
    mode = "watching";
    next(beat, computeMsUntilTick(safety));
    return true;
  };
  const beat = (): void => {
    if (waiterCount === 0) {
      off();
      return;
    }
    next(beat, computeMsUntilTick(safety));
    lookOrRing();
  };
  const written = (): void => {
    watch = "reliable";
    if (mode === "watching") poll(firstPollsMs);
  };
  const giveUp = (): void => {
    watch = "given up";
    log.disarm();
    if (mode === "watching") poll();
  };
  const off = (): void => {
    mode = "off";
    clearTimeout(timer);
    // An owed report may still come.
    if (watch !== "owing") log.disarm();
  };

  return {
    poll: checkVersion,
    lastSeen: bell.notifications,
    notify: bell.notify,
    async wait(options) {
      waiterCount += 1;
      if (mode === "off" && bell.notifications() === options.since && !options.signal.aborted) poll();
      try {
        await bell.wait(options);
      } finally {
        waiterCount -= 1;
      }
    },
    mode: () => mode,
    close() {
      mode = "off";
      clearTimeout(timer);
      log.disarm();
      bell.notify();
    },
  };
};
