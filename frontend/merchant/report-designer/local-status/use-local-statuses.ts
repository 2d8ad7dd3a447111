import { useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useCallback, useMemo, useState, useSyncExternalStore } from "react";
import type { LocalStatus } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { createStatusChoices } from "../../local-status/status-choices.ts";
import { designPreviewsKey, generatePreviewKey } from "../../resources/designs/keys.ts";
import { withStatuses } from "../../resources/designs/local-status.ts";
import { useServices } from "../../services.tsx";

/** `seen`: the status in the order's row. */
export type ChooseStatus = (orderId: string, status: LocalStatus, seen: LocalStatus) => void;

/**
 * The preview with pending status changes, and the function to choose one. Shows a refusal and reads the rows again.
 */
export const useLocalStatuses = (
  read: Preview | undefined,
): { preview: Preview | undefined; onChooseStatus: ChooseStatus } => {
  const { api } = useServices();
  const queries = useQueryClient();
  const notify = useNotify();
  const [choices] = useState(() =>
    createStatusChoices({
      set: api.setLocalStatus,
      kept: (orderId, status) => {
        // Updates in place to keep the scroll position; the rest of the rows stays valid.
        queries.setQueriesData<Preview>(
          { queryKey: designPreviewsKey },
          (preview) => preview && withStatuses(preview, new Map([[orderId, status]])),
        );
        // A running request may return the old status.
        if (queries.isFetching({ queryKey: designPreviewsKey }) > 0)
          void queries.invalidateQueries({ queryKey: designPreviewsKey });
        void queries.invalidateQueries({ queryKey: generatePreviewKey });
      },
      failed: (_orderId, error) => {
        if (!isSkipped(error)) notify(`The local status wasn't saved. ${getErrorMessage(error)}`, { type: "error" });
        void queries.invalidateQueries({ queryKey: designPreviewsKey });
      },
    }),
  );
  const waiting = useSyncExternalStore(choices.subscribe, choices.waiting);
  const preview = useMemo(() => read && withStatuses(read, waiting), [read, waiting]);
  const onChooseStatus = useCallback<ChooseStatus>((...choice) => choices.choose(...choice), [choices]);
  return { preview, onChooseStatus };
};
