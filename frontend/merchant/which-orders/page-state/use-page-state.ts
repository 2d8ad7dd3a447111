import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { createSaveQueue, type SaveState } from "../../../shared/saving/save-queue.ts";
import { useDrafts } from "../../use-drafts.ts";
import { useOnRecovered } from "../../use-troubles.ts";
import { type OrdersState, type PageStateDraft, readPageStateDraft, rebasePageState } from "./page-state-draft.ts";

const pauseMs = 300;

export type PageState<State> = { value: State; change: (next: State) => void; saving: SaveState };

/** Storage of a page's choices; a stable object per page. */
export type StoredPageState<State> = {
  /** The cached response that the page started with. */
  queryKey: QueryKey;
  /** Browser storage name of unconfirmed choices. */
  draft: string;
  isState: (value: unknown) => value is State;
  save: (next: State) => Promise<unknown>;
};

/**
 * Saves a page's choices on every change (S-1.4, 'Autosave'). Keeps unconfirmed ones as a draft that outlives the page.
 * `read`: the server's choices.
 */
export const usePageState = <State extends OrdersState>(
  read: State,
  storage: StoredPageState<State>,
): PageState<State> => {
  const client = useQueryClient();
  const notify = useNotify();
  const drafts = useDrafts();
  /** The server's choices, as known here. */
  const lastRead = useRef(read);
  const [value, setValue] = useState(() => {
    const draft = readPageStateDraft(drafts.read(storage.draft), storage.isState);
    return draft === null ? read : rebasePageState(read, draft);
  });
  const newest = useRef(value);
  const queue = useMemo(
    () =>
      createSaveQueue<State>({
        save: async (next) => {
          // After its shop is logged out, an open page must not send under a later login.
          if (!drafts.isActive()) return;
          await storage.save(next);
          lastRead.current = next;
          if (newest.current === next) drafts.forget(storage.draft);
          else drafts.store(storage.draft, { seen: next, wanted: newest.current } satisfies PageStateDraft<State>);
        },
        onError: (error) => {
          if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
        },
        pauseMs,
        schedule: (run, milliseconds) => {
          const timer = setTimeout(run, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [storage, drafts, notify],
  );
  const saving = useSyncExternalStore(queue.subscribe, queue.state);

  useEffect(() => {
    // Saves what an earlier visit could not.
    if (drafts.read(storage.draft) !== undefined) queue.push(newest.current);
  }, [storage, drafts, queue]);

  useEffect(() => {
    // Waiting changes must not be lost when the page closes or changes.
    const flush = () => queue.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [queue]);

  const saveAfterAll = useCallback(() => {
    if (queue.state() === "error") queue.push(newest.current);
  }, [queue]);
  useOnRecovered(saveAfterAll);

  const change = useCallback(
    (next: State) => {
      setValue(next);
      newest.current = next;
      client.setQueryData<State>(storage.queryKey, next);
      drafts.store(storage.draft, { seen: lastRead.current, wanted: next } satisfies PageStateDraft<State>);
      queue.push(next);
    },
    [client, storage, drafts, queue],
  );

  return { value, change, saving };
};
