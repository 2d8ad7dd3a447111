import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { isSkipped } from "../../shared/api/api-error.ts";
import { readFresh } from "../../shared/api/read-fresh.ts";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import type { MerchantApi } from "../api.ts";
import { useServices } from "../services.tsx";
import { type Kind, type List, listKey } from "./kinds.ts";
import { sortByIds } from "./moves.ts";
import { createOrderingSession, type ListVersion } from "./ordering-session.ts";

/** Pause before saving, ms, so moving a row ten places is one save. */
const pauseMs = 300;

const readList = async (kind: Kind, api: MerchantApi, signal: AbortSignal): Promise<List> => {
  const { rows, etag } = await readFresh(() => kind.read(api, signal));
  return { rows, etag };
};

const seenOf = ({ rows, etag }: List): ListVersion => ({ ids: rows.map(({ id }) => id), etag });

/** A reorderable list, refetched on window focus. */
export const useList = (kind: Kind) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const queryFn = ({ signal }: { signal: AbortSignal }) => readList(kind, api, signal);
  const query = useQuery({ queryKey: listKey(kind), queryFn, refetchOnWindowFocus: "always" });
  useFailureToast(query, kind.words.cannotFetch);

  const [session] = useState(() =>
    createOrderingSession({
      saveOrder: (ids, etag) => kind.order(api, ids, etag),
      read: async () => {
        await client.cancelQueries({ queryKey: listKey(kind) });
        try {
          const list = await client.fetchQuery({ queryKey: listKey(kind), queryFn, staleTime: 0 });
          // Other pages show these rows too.
          void client.invalidateQueries({ queryKey: kind.key, exact: true });
          return seenOf(list);
        } catch {
          // The list itself reports the failed read. The order is saved nevertheless.
          return null;
        }
      },
      onFailed: (error) => {
        if (!isSkipped(error)) notify(kind.words.cannotOrder, { type: "error" });
        void client.invalidateQueries({ queryKey: kind.key });
      },
      pauseMs,
      schedule: (run, milliseconds) => {
        const timer = setTimeout(run, milliseconds);
        return () => clearTimeout(timer);
      },
    }),
  );
  const shownIds = useSyncExternalStore(session.subscribe, session.getShownIds);
  const saving = useSyncExternalStore(session.subscribe, session.saving);

  useEffect(() => {
    window.addEventListener("pagehide", session.flush);
    return () => {
      window.removeEventListener("pagehide", session.flush);
      session.flush();
    };
  }, [session]);

  const list = query.data;
  const rows = useMemo(
    () => (list === undefined ? undefined : shownIds === null ? list.rows : sortByIds(list.rows, shownIds)),
    [list, shownIds],
  );
  // Stable across renders: up to 200 rows hold it.
  const latest = useRef(list);
  latest.current = list;
  const order = useCallback(
    (ids: readonly string[]) => {
      if (latest.current !== undefined) session.order(seenOf(latest.current), ids);
    },
    [session],
  );
  return { query, rows, order, saving };
};
