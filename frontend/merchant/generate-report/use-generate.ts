import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { z } from "zod";
import type { GenerateReportPayload } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { isGone } from "../../shared/saving/refusals.ts";
import { designsKey } from "../resources/designs/keys.ts";
import { useExportsActions } from "../resources/exports/exports-actions.ts";
import { notifyGenerating } from "../resources/exports/generating-note.tsx";
import { filtersKey } from "../resources/filters/keys.ts";
import { useServices } from "../services.tsx";

/** Requests a report and shows it in the panel. A refusal shows the server's message (S-1.8). */
export const useGenerate = () => {
  const { api } = useServices();
  const { showNewExport } = useExportsActions();
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (payload: z.infer<typeof GenerateReportPayload>) => api.generateReport(payload),
    onSuccess: (job) => {
      notifyGenerating(notify, job);
      void showNewExport(job);
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
      if (!isGone(error)) return;
      // The design or filter was deleted meanwhile; the page shows which.
      void client.invalidateQueries({ queryKey: designsKey });
      void client.invalidateQueries({ queryKey: filtersKey });
    },
  });
};
