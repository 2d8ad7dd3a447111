import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useRef, useState } from "react";
import type { LocalStatus } from "#domain/enumerations.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { createStatusChoices } from "../../local-status/status-choices.ts";
import { designPreviewsKey, generatePreviewKey } from "../../resources/designs/keys.ts";
import { useServices } from "../../services.tsx";
import { getStatusSelect, markStatusSaved, readSavedStatus, rowsOfOrder, showStatus } from "./local-status-rows.ts";

export type LiveStatuses = {
  /** The rows' root, once they are shown. */
  root: { current: ShadowRoot | null };
  /** Unsaved choices, by order number. */
  waiting: () => ReadonlyMap<string, LocalStatus>;
  choose: (orderId: string, status: LocalStatus, seen: LocalStatus) => void;
};

/** Local statuses chosen in the rows: shown at once in all rows of the order, and reverted if the server refuses. */
export const useLiveStatuses = (readAgain: () => void): LiveStatuses => {
  const { api } = useServices();
  const queries = useQueryClient();
  const notify = useNotify();
  const root = useRef<ShadowRoot>(null);
  const again = useRef(readAgain);
  again.current = readAgain;
  const [choices] = useState(() =>
    createStatusChoices({
      set: api.setLocalStatus,
      kept: (orderId, status) => {
        if (root.current) markStatusSaved(root.current, orderId, status);
        void queries.invalidateQueries({ queryKey: designPreviewsKey });
        void queries.invalidateQueries({ queryKey: generatePreviewKey });
      },
      failed: (orderId, error) => {
        if (!isSkipped(error)) notify(`The local status wasn't saved. ${getErrorMessage(error)}`, { type: "error" });
        for (const row of root.current ? rowsOfOrder(root.current, orderId) : []) {
          const list = getStatusSelect(row);
          if (list) showStatus(row, readSavedStatus(list));
        }
        again.current();
      },
    }),
  );
  const choose = useCallback<LiveStatuses["choose"]>(
    (orderId, status, seen) => {
      for (const row of root.current ? rowsOfOrder(root.current, orderId) : []) showStatus(row, status);
      choices.choose(orderId, status, seen);
    },
    [choices],
  );
  return { root, waiting: choices.waiting, choose };
};
