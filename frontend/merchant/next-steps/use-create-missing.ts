import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useNavigate } from "react-router-dom";
import type { CreateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { allOrdersTitle } from "#domain/wire/filters/filters.ts";
import { getErrorMessage, isRuleRefusal, isSkipped } from "../../shared/api/api-error.ts";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import { automationsKey } from "../resources/automations/keys.ts";
import { automationTexts } from "../resources/automations/texts.ts";
import { designsKey } from "../resources/designs/keys.ts";
import { filtersKey } from "../resources/filters/keys.ts";
import { withoutSystemFilters } from "../resources/filters/own-filters.ts";
import { useServices } from "../services.tsx";

/**
 * Creates the missing starter design or filter 'All orders', then the report, and opens it. After a failure,
 * another press continues with what was created. `chosen`: the report's parts.
 */
export const useCreateMissing = (onDone: () => void, chosen?: CreateAutomationPayload) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController();
      const [designs, filters] = await Promise.all([api.designList(signal), api.filterList(signal)]);
      if (designs.data.length === 0) await api.createDesign("OrderLines");
      const lacksFilter = withoutSystemFilters(filters.data).length === 0;
      const filter = lacksFilter ? await api.createFilter(allOrdersTitle) : undefined;
      return api.createAutomation({ ...chosen, ...(filter && { report_filter_id: filter.id }) });
    },
    onSuccess: ({ id }) => navigate(automationEditorPath(id)),
    onError: (error) => {
      if (!isSkipped(error))
        notify(isRuleRefusal(error) ? getErrorMessage(error) : automationTexts.cannotCreate, { type: "error" });
    },
    onSettled: () => {
      onDone();
      for (const queryKey of [designsKey, filtersKey, automationsKey]) void client.invalidateQueries({ queryKey });
    },
  });
};
