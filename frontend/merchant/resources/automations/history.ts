import type { AutomationOnWire } from "#domain/wire/automations.ts";
import { automationTabs } from "../../../shared/events/automation-tabs.ts";
import { paths } from "../../../shared/navigation/paths.ts";
import type { HistoryKind } from "../history-kind.ts";
import { automationInfoKey, automationKey, automationsKey } from "./keys.ts";

export const automationHistory: HistoryKind = {
  name: "automations",
  thing: "automated report",
  things: "automated reports",
  key: automationsKey,
  home: { path: paths.automation, name: "Automated reports" },
  preview: async (api, id, version, { signal }) => {
    const { Changes, NotRestored } = await api.historyVersion<AutomationOnWire>("automations", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: null };
  },
  restore: async (api, client, id, version) => {
    const { data } = await api.restore<AutomationOnWire>("automations", id, version);
    // An editor that is open reads it again, with what is planned for it.
    await client.invalidateQueries({ queryKey: automationKey(id) });
    void client.invalidateQueries({ queryKey: automationInfoKey(id) });
    automationTabs.tell({ automationId: id });
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
  tellDeleted: (id) => automationTabs.tell({ automationId: id }),
};
