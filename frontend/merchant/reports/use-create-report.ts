import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import { designWords } from "../manager/words.ts";
import { useServices } from "../services.tsx";

export const reportsKey = ["reports"];

/** Creates a design with the usual columns and hands it over. */
export const useCreateReport = (onCreated: (report: ReportDesignItem) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => api.createReport(),
    onSuccess: async (report) => {
      client.setQueryData<ReportDesignItem[]>(reportsKey, (known) =>
        known?.some((other) => other.id === report.id) ? known : [...(known ?? []), report],
      );
      onCreated(report);
      await client.invalidateQueries({ queryKey: reportsKey });
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(designWords.cannotCreate, { type: "error" });
    },
  });
};
