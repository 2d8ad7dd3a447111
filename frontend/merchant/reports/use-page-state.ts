import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { ManualExport } from "#domain/wire/reporting.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { createSaveQueue, type SaveState } from "../../shared/saving/save-queue.ts";
import { useServices } from "../services.tsx";

export const pageStateKey = ["manual-export"];
/** The newest choice that the server has not confirmed; it outlives the page, for example the time without a connection. */
export const unsavedKey = ["manual-export", "unsaved"];

const pauseMs = 300;

export type PageState = { value: ManualExport; change: (next: ManualExport) => void; saving: SaveState };

/** The choices of the Generate report page, saved on every change (part 1 section 4, 'Autosave'). */
export const usePageState = (initial: ManualExport): PageState => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const [value, setValue] = useState(initial);
  const queue = useMemo(
    () =>
      createSaveQueue<ManualExport>({
        save: async (next) => {
          await api.setManualExport(next);
          // By content: the cache may hold an equal copy.
          const unsaved = JSON.stringify(client.getQueryData(unsavedKey));
          if (unsaved === JSON.stringify(next)) client.removeQueries({ queryKey: unsavedKey });
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
    [api, client, notify],
  );
  const saving = useSyncExternalStore(queue.subscribe, queue.state);

  useEffect(() => {
    const unsaved = client.getQueryData<ManualExport>(unsavedKey);
    if (unsaved !== undefined) queue.push(unsaved);
  }, [client, queue]);

  useEffect(() => {
    // Nothing that waits may be lost when the page closes or another one opens.
    const flush = () => queue.flush();
    window.addEventListener("pagehide", flush);
    return () => {
      window.removeEventListener("pagehide", flush);
      flush();
    };
  }, [queue]);

  const change = useCallback(
    (next: ManualExport) => {
      setValue(next);
      client.setQueryData<ManualExport>(pageStateKey, next);
      client.setQueryData<ManualExport>(unsavedKey, next);
      queue.push(next);
    },
    [client, queue],
  );

  return { value, change, saving };
};
