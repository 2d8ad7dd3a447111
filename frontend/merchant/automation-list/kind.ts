import type { AutomationOnWire, ListedAutomation } from "#domain/wire/automations/automations.ts";
import { automationEditorPath } from "../../shared/navigation/paths.ts";
import type { ListKind } from "../listing/list-kind.ts";
import { automationHistory } from "../resources/automations/history.ts";
import { automationsKey } from "../resources/automations/keys.ts";
import { automationTexts } from "../resources/automations/texts.ts";

/** Completes a new report, which has not run yet. */
const fresh = (automation: AutomationOnWire): ListedAutomation => ({ ...automation, last_run: null });

export const automations: ListKind<ListedAutomation> = {
  key: automationsKey,
  quota: "MaxAutomations",
  history: automationHistory,
  create: async (api) => fresh(await api.createAutomation()),
  clone: async (api, { id }) => fresh(await api.cloneAutomation(id)),
  remove: (api, id) => api.deleteAutomation(id),
  change: (client, of) => client.setQueryData<ListedAutomation[]>(automationsKey, (rows) => rows && of(rows)),
  toPath: automationEditorPath,
  words: automationTexts,
  illustration: "exports",
};
