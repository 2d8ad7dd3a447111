import type { ExportStatus } from "#domain/enumerations.ts";
import { type ExportProgress, toProgressKey } from "#domain/read-models/documents.ts";
import { hourMs, progressKeptHours } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Interval of writes, ms: at most four a second. */
const minWriteInterval = 250;
/** Lifetime, ms: progress of a lost attempt is soon useless. */
const retention = progressKeptHours * hourMs;

export type Progress = {
  /** Reports progress; skipped if newer comes soon. Both steps are 0 if unknown. */
  report(status: ExportStatus, step: number, maxStep: number): void;
  /** Removes the progress, unless a newer attempt has written. */
  end(): Promise<void>;
};

/** Progress of work after `done` earlier steps. */
export const offsetProgress = (progress: Progress, done: number): Progress => ({
  ...progress,
  report: (status, step, maxStep) =>
    maxStep === 0 ? progress.report(status, step, maxStep) : progress.report(status, done + step, done + maxStep),
});

/** Keeps `progress:{exportId}` up to date. A failed write isn't repeated: newer progress follows. */
export const createProgress = (options: {
  stateStore: StateStore;
  clock: Clock;
  exportId: string;
  attempt: number;
  onFault: (error: unknown) => void;
}): Progress => {
  const { stateStore, clock, attempt, onFault } = options;
  const key = toProgressKey(options.exportId);
  let latest: ExportProgress | undefined;
  let running: Promise<void> | undefined;
  let stopped = false;
  let wake: (() => void) | undefined;

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, minWriteInterval);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const write = async (): Promise<void> => {
    while (latest !== undefined && !stopped) {
      const value = latest;
      latest = undefined;
      const expiresAt = new Date(clock.wall().getTime() + retention);
      await stateStore.put(key, value, { expiresAt }).catch(onFault);
      if (!stopped) await pause();
    }
    running = undefined;
  };

  return {
    report(status, step, maxStep) {
      if (stopped) return;
      latest = { attempt, status, step, maxStep };
      running ??= write();
    },
    async end() {
      stopped = true;
      wake?.();
      await running;
      try {
        const entry = await stateStore.get<ExportProgress>(key);
        if (entry && entry.value.attempt <= attempt) await stateStore.delete(key, { ifVersion: entry.version });
      } catch (error) {
        onFault(error);
      }
    },
  };
};
