import { useMutation } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { z } from "zod";
import type { GenerateReportPayload } from "#domain/wire/reporting.ts";
import { isSkipped, messageOf } from "../../shared/api/api-error.ts";
import { useExportsActions } from "../exports/exports-provider.tsx";
import { useServices } from "../services.tsx";

/** Requests a report and shows it in the panel; a refusal shows the server's message (part 1 section 8). */
export const useGenerate = () => {
  const { api } = useServices();
  const { showNewExport } = useExportsActions();
  const notify = useNotify();
  return useMutation({
    mutationFn: (payload: z.infer<typeof GenerateReportPayload>) => api.generateReport(payload),
    onSuccess: (job) => {
      notify("The report is generating", { type: "success" });
      void showNewExport(job);
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(messageOf(error), { type: "error" });
    },
  });
};
