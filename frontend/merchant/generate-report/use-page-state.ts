import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { ManualExport } from "#domain/wire/reporting.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { createSaveQueue, type SaveState } from "../../shared/saving/save-queue.ts";
import { useServices } from "../services.tsx";
import { useDrafts } from "../use-drafts.ts";
import { useWhenWell } from "../use-troubles.ts";
import { type PageStateDraft, pageStateDraft, readPageStateDraft, stateOnTopOf } from "./page-state-draft.ts";

export const pageStateKey = ["manual-export"];

const pauseMs = 300;

export type PageState = { value: ManualExport; change: (next: ManualExport) => void; saving: SaveState };

/**
 * The choices of the Generate report page, saved on every change (S-1.4, 'Autosave'). What the server has not confirmed is
 * kept as a draft, which outlives the page. `read`: the choices as the server has them.
 */
export const usePageState = (read: ManualExport): PageState => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const drafts = useDrafts();
  /** What the server has, as far as it is known here. */
  const seen = useRef(read);
  const [value, setValue] = useState(() => {
    const kept = readPageStateDraft(drafts.read(pageStateDraft));
    return kept === null ? read : stateOnTopOf(read, kept);
  });
  const newest = useRef(value);
  const queue = useMemo(
    () =>
      createSaveQueue<ManualExport>({
        save: async (next) => {
          // A page that is still open when its shop is logged out sends nothing under what comes after.
          if (!drafts.areLive()) return;
          await api.setManualExport(next);
          seen.current = next;
          if (newest.current === next) drafts.forget(pageStateDraft);
          else drafts.keep(pageStateDraft, { seen: next, wanted: newest.current } satisfies PageStateDraft);
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
    [api, drafts, notify],
  );
  const saving = useSyncExternalStore(queue.subscribe, queue.state);

  useEffect(() => {
    // What an earlier visit could not save.
    if (drafts.read(pageStateDraft) !== undefined) queue.push(newest.current);
  }, [drafts, queue]);

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
    (next: ManualExport) => {
      setValue(next);
      newest.current = next;
      client.setQueryData<ManualExport>(pageStateKey, next);
      drafts.keep(pageStateDraft, { seen: seen.current, wanted: next } satisfies PageStateDraft);
      queue.push(next);
    },
    [client, drafts, queue],
  );

  return { value, change, saving };
};
