import { reorder } from "#domain/core/ordering.ts";
import { createSaveQueue, type SaveState } from "../../shared/saving/save-queue.ts";

/** Ids of a list as it was read, with its ETag; null when that is not known. */
export type SeenList = { ids: readonly string[]; etag: string | null };

type OrderingSession = {
  /** Asks for another order of the list that is seen now. */
  order: (seen: SeenList, ids: readonly string[]) => void;
  /** The order to show, which the server does not have yet; null when it has it. */
  shown: () => readonly string[] | null;
  saving: () => SaveState;
  flush: () => void;
  subscribe: (listener: () => void) => () => void;
};

type OrderingSessionOptions = {
  put: (ids: readonly string[], etag: string | null) => Promise<unknown>;
  /** Reads the list as it stands after a save; null when it could not be read, which was said elsewhere. */
  read: () => Promise<SeenList | null>;
  /** The order could not be saved, and nothing newer waits: the list shows the server's again. */
  onFailed: (error: unknown) => void;
  pauseMs: number;
  schedule: (run: () => void, milliseconds: number) => () => void;
};

/**
 * Orders one list through the saving queue (S-1.4): every move is shown at once and the newest order saved. An order is
 * meant over the list that was seen, so after each save the list is read again, and moves made meanwhile are put on top of it.
 */
export const createOrderingSession = ({ put, read, onFailed, pauseMs, schedule }: OrderingSessionOptions) => {
  let seen: SeenList = { ids: [], etag: null };
  let shown: readonly string[] | null = null;
  let failure: unknown = null;

  const save = async () => {
    if (shown === null) return;
    const sent = shown;
    await put(sent, seen.etag);
    const fresh = (await read()) ?? { ids: sent, etag: null };
    shown = reorder({ base: sent, wanted: shown, current: fresh.ids }).to;
    seen = fresh;
  };

  const queue = createSaveQueue<null>({
    save,
    onError: (error) => {
      failure = error;
    },
    pauseMs,
    schedule,
  });
  queue.subscribe(() => {
    const state = queue.state();
    // A failure that a newer save has made good is nobody's concern.
    if (state === "error" || state === "none") shown = null;
    if (state === "error") onFailed(failure);
  });

  const session: OrderingSession = {
    order: (list, ids) => {
      if (shown === null) seen = list;
      shown = ids;
      queue.push(null);
    },
    shown: () => shown,
    saving: queue.state,
    flush: queue.flush,
    subscribe: queue.subscribe,
  };
  return session;
};
