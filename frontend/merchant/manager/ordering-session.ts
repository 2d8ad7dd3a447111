import { reorder } from "#domain/core/ordering.ts";
import { createSaveQueue, type SaveState } from "../../shared/saving/save-queue.ts";

/** Ids of a list as read, with its ETag; null if unknown. */
export type ListVersion = { ids: readonly string[]; etag: string | null };

type OrderingSession = {
  /** Requests another order of the list as seen now. */
  order: (seen: ListVersion, ids: readonly string[]) => void;
  /** The order to show while the server doesn't have it. */
  getShownIds: () => readonly string[] | null;
  saving: () => SaveState;
  flush: () => void;
  subscribe: (listener: () => void) => () => void;
};

type OrderingSessionOptions = {
  saveOrder: (ids: readonly string[], etag: string | null) => Promise<unknown>;
  /** Null if reading failed, which is reported elsewhere. */
  read: () => Promise<ListVersion | null>;
  /** Called if saving failed and nothing newer waits: the list shows the server's order again. */
  onFailed: (error: unknown) => void;
  pauseMs: number;
  schedule: (run: () => void, milliseconds: number) => () => void;
};

/**
 * Orders one list through the save queue (S-1.4): shows every move at once and saves the newest order. An order is
 * based on the list as seen, so the list is read again after each save, and later moves are rebased on it.
 */
export const createOrderingSession = ({ saveOrder, read, onFailed, pauseMs, schedule }: OrderingSessionOptions) => {
  let base: ListVersion = { ids: [], etag: null };
  let shownIds: readonly string[] | null = null;
  let failure: unknown = null;

  const save = async () => {
    if (shownIds === null) return;
    const sent = shownIds;
    await saveOrder(sent, base.etag);
    const fresh = (await read()) ?? { ids: sent, etag: null };
    shownIds = reorder({ base: sent, wanted: shownIds, current: fresh.ids }).to;
    base = fresh;
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
    // A failure doesn't matter once a newer save has succeeded.
    if (state === "error" || state === "none") shownIds = null;
    if (state === "error") onFailed(failure);
  });

  const session: OrderingSession = {
    order: (list, ids) => {
      if (shownIds === null) base = list;
      shownIds = ids;
      queue.push(null);
    },
    getShownIds: () => shownIds,
    saving: queue.state,
    flush: queue.flush,
    subscribe: queue.subscribe,
  };
  return session;
};
