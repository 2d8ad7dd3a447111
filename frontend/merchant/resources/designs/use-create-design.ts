import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { designsKey } from "./keys.ts";
import { designTexts } from "./texts.ts";

/** Creates a design from a starter and passes it on. */
export const useCreateDesign = (onCreated: (design: ReportDesignItem) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (starter: string) => api.createDesign(starter),
    onSuccess: async (design) => {
      client.setQueryData<ReportDesignItem[]>(designsKey, (known) =>
        known?.some((other) => other.id === design.id) ? known : [...(known ?? []), design],
      );
      onCreated(design);
      await client.invalidateQueries({ queryKey: designsKey });
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(designTexts.cannotCreate, { type: "error" });
    },
  });
};
