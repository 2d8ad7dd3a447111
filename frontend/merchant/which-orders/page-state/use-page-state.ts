import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isSkipped, messageOf } from "../../../shared/api/api-error.ts";
import { createSaveQueue, type SaveState } from "../../../shared/saving/save-queue.ts";
import { useDrafts } from "../../use-drafts.ts";
import { useWhenWell } from "../../use-troubles.ts";
import { type OrdersState, type PageStateDraft, readPageStateDraft, stateOnTopOf } from "./page-state-draft.ts";

const pauseMs = 300;

export type PageState<State> = { value: State; change: (next: State) => void; saving: SaveState };

/** How a page's choices are kept. The same object as long as it is the same page. */
export type KeptPageState<State> = {
  /** Of the cached answer that the page began with. */
  queryKey: QueryKey;
  /** Under which choices that the server has not confirmed are kept in the browser. */
  draft: string;
  isState: (value: unknown) => value is State;
  save: (next: State) => Promise<unknown>;
};

/**
 * The choices of a page, saved on every change (S-1.4, 'Autosave'). What the server has not confirmed is kept as a draft, which outlives
 * the page. `read`: the choices as the server has them.
 */
export const usePageState = <State extends OrdersState>(read: State, kept: KeptPageState<State>): PageState<State> => {
  const client = useQueryClient();
  const notify = useNotify();
  const drafts = useDrafts();
  /** What the server has, as far as it is known here. */
  const seen = useRef(read);
  const [value, setValue] = useState(() => {
    const draft = readPageStateDraft(drafts.read(kept.draft), kept.isState);
    return draft === null ? read : stateOnTopOf(read, draft);
  });
  const newest = useRef(value);
  const queue = useMemo(
    () =>
      createSaveQueue<State>({
        save: async (next) => {
          // A page that is still open when its shop is logged out sends nothing under what comes after.
          if (!drafts.areLive()) return;
          await kept.save(next);
          seen.current = next;
          if (newest.current === next) drafts.forget(kept.draft);
          else drafts.keep(kept.draft, { seen: next, wanted: newest.current } satisfies PageStateDraft<State>);
        },
        onError: (error) => {
          if (!isSkipped(error)) notify(messageOf(error), { type: "error" });
        },
        pauseMs,
        schedule: (run, milliseconds) => {
          const timer = setTimeout(run, milliseconds);
          return () => clearTimeout(timer);
        },
      }),
    [kept, drafts, notify],
  );
  const saving = useSyncExternalStore(queue.subscribe, queue.state);

  useEffect(() => {
    // What an earlier visit could not save.
    if (drafts.read(kept.draft) !== undefined) queue.push(newest.current);
  }, [kept, drafts, queue]);

  useEffect(() => {
    // Nothing that waits may be lost when the page closes or another one opens.
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
  useWhenWell(saveAfterAll);

  const change = useCallback(
    (next: State) => {
      setValue(next);
      newest.current = next;
      client.setQueryData<State>(kept.queryKey, next);
      drafts.keep(kept.draft, { seen: seen.current, wanted: next } satisfies PageStateDraft<State>);
      queue.push(next);
    },
    [client, kept, drafts, queue],
  );

  return { value, change, saving };
};
