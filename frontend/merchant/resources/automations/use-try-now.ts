import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { automationInfoKey, automationKey, automationRunsKey, automationsKey } from "./keys.ts";
import { automationTexts } from "./texts.ts";

/** Starts the pending try of an automated report. `before` runs first; if it throws, no try starts. */
export const useTryNow = (id: string, before: () => Promise<void> = async () => undefined) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: async () => {
      await before();
      await api.tryNow(id);
    },
    onSuccess: () => {
      notify(automationTexts.triedNow, { type: "success" });
    },
    onError: (error) => {
      if (!isSkipped(error)) notify(getErrorMessage(error), { type: "error" });
    },
    // Also after a refusal, as the page was out of date.
    onSettled: () =>
      Promise.all(
        [automationKey(id), automationInfoKey(id), automationRunsKey(id), automationsKey].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
};
