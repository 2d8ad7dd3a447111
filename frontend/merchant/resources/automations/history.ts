import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { automationTabs } from "../../../shared/events/automation-tabs.ts";
import { paths } from "../../../shared/navigation/paths.ts";
import type { HistoryKind } from "../history-kind.ts";
import { automationInfoKey, automationKey, automationsKey } from "./keys.ts";
import { statusDisplay } from "./status-display.ts";

/** Restoring starts and pauses nothing; a deleted report always comes back paused. */
const describeStatusNow = (status: AutomationStatus): string => {
  if (status === AutomationStatus.Paused) return "It's paused. Start it to send reports.";
  return `Status: ${statusDisplay[status].label}.`;
};

export const automationHistory: HistoryKind = {
  name: "automations",
  itemName: "automated report",
  itemsName: "automated reports",
  historyName: "Versions",
  key: automationsKey,
  listPage: { path: paths.automation, name: "Automated reports" },
  preview: async (api, id, version, { signal }) => {
    const { Changes, NotRestored } = await api.historyVersion<AutomationOnWire>("automations", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: null };
  },
  restore: async (api, client, id, version) => {
    const { data } = await api.restore<AutomationOnWire>("automations", id, version);
    // An open editor reads the report again, with its plan.
    await client.invalidateQueries({ queryKey: automationKey(id) });
    void client.invalidateQueries({ queryKey: automationInfoKey(id) });
    automationTabs.notify({ automationId: id });
    const { title, status } = data.Item;
    return { title, notRestored: data.NotRestored, statusText: describeStatusNow(status) };
  },
  notifyDeleted: (id) => automationTabs.notify({ automationId: id }),
};
