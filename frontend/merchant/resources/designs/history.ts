import type { ReportDesignItem } from "#domain/wire/reports.ts";
import type { HistoryKind } from "../history-kind.ts";
import { designsKey } from "./keys.ts";

export const designHistory: HistoryKind = {
  name: "reports",
  thing: "report design",
  things: "report designs",
  key: designsKey,
  preview: async (api, id, version, signal) => {
    const { Changes, NotRestored } = await api.historyVersion<ReportDesignItem>("reports", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: null };
  },
  restore: async (api, _client, id, version) => {
    const { data } = await api.restore<ReportDesignItem>("reports", id, version);
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
};
