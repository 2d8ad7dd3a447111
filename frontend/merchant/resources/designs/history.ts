import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { designTabs } from "../../../shared/events/design-tabs.ts";
import { type HistoryKind, managerListPage } from "../history-kind.ts";
import { designKey, designsKey } from "./keys.ts";

export const designHistory: HistoryKind = {
  name: "reports",
  itemName: "report design",
  itemsName: "report designs",
  historyName: "History",
  key: designsKey,
  listPage: managerListPage,
  preview: async (api, id, version, { signal }) => {
    const { Changes, NotRestored } = await api.historyVersion<ReportDesignItem>("reports", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: null };
  },
  restore: async (api, client, id, version) => {
    const { data } = await api.restore<ReportDesignItem>("reports", id, version);
    // An open designer reads the design again, with its columns.
    await client.invalidateQueries({ queryKey: designKey(id) });
    designTabs.notify({ designId: id });
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
  notifyDeleted: (id) => designTabs.notify({ designId: id }),
};
