export type SaveState = "none" | "waiting" | "saving" | "error";

export type SaveQueue<Value> = {
  /** Requests a save; an older waiting one is dropped. */
  push: (value: Value) => void;
  flush: () => void;
  state: () => SaveState;
  /** True until the newest value was saved or has failed. */
  isBusy: () => boolean;
  subscribe: (listener: () => void) => () => void;
};

type SaveQueueOptions<Value> = {
  save: (value: Value) => Promise<void>;
  onError: (error: unknown) => void;
  /** Lets a burst of changes become one save. */
  pauseMs: number;
  schedule: (run: () => void, milliseconds: number) => () => void;
};

/** One endpoint's saves: one at a time, and only the newest of those that wait (S-1.4). */
export const createSaveQueue = <Value>(options: SaveQueueOptions<Value>): SaveQueue<Value> => {
  const listeners = new Set<() => void>();
  let state: SaveState = "none";
  let pending: { value: Value } | null = null;
  let saving = false;
  let cancelPause: (() => void) | null = null;

  const setState = (next: SaveState) => {
    state = next;
    for (const listener of [...listeners]) listener();
  };

  const run = async () => {
    cancelPause = null;
    if (saving || pending === null) return;
    const { value } = pending;
    pending = null;
    saving = true;
    setState("saving");
    let failed = false;
    try {
      await options.save(value);
    } catch (error) {
      failed = true;
      options.onError(error);
    }
    saving = false;
    if (pending !== null) {
      if (cancelPause === null) void run();
      else setState("waiting");
    } else setState(failed ? "error" : "none");
  };

  return {
    push: (value) => {
      pending = { value };
      cancelPause?.();
      cancelPause = options.schedule(() => void run(), options.pauseMs);
      if (!saving) setState("waiting");
    },
    flush: () => {
      cancelPause?.();
      void run();
    },
    state: () => state,
    isBusy: () => saving || pending !== null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
