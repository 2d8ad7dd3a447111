import type { QueryClient } from "@tanstack/react-query";
import { describeFilter } from "#domain/filters/describe.ts";
import { conditionsOf } from "#domain/filters/fields.ts";
import type { Filter } from "#domain/wire/filters.ts";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import type { Answer } from "../../shared/api/http.ts";
import { filterTabs } from "../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../shared/events/filters-changed.ts";
import type { MerchantApi } from "../api.ts";
import { fieldsOf } from "../filters/filter-fields.ts";
import { filterKey, filtersKey } from "../filters/filter-keys.ts";
import { reportsKey } from "../reports/use-create-report.ts";

/** What restoring would bring, in words. */
export type Preview = { changes: string[]; notRestored: string[]; meaning: string | null };
export type RestoredNow = { title: string; notRestored: string[] };

/** What the histories of filters and of report designs differ in. */
export type HistoryKind = {
  name: "filters" | "reports";
  /** Within a sentence. */
  thing: string;
  things: string;
  /** Every cached answer about members of the list begins so: one change makes all of them old. */
  key: readonly string[];
  preview: (api: MerchantApi, id: string, version: number, signal: AbortSignal) => Promise<Preview>;
  /** Restores, and hands the restored content to whatever shows it. */
  restore: (api: MerchantApi, client: QueryClient, id: string, version: number) => Promise<RestoredNow>;
};

export const filterHistory: HistoryKind = {
  name: "filters",
  thing: "filter",
  things: "filters",
  key: filtersKey,
  preview: async (api, id, version, signal) => {
    const { Item, Changes, NotRestored } = await api.historyVersion<Filter>("filters", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: describeFilter(conditionsOf(fieldsOf(Item))) };
  },
  restore: async (api, client, id, version) => {
    const { data, etag, stale } = await api.restore<Filter>("filters", id, version);
    // An editor that is open takes it over from here, as what was read last.
    client.setQueryData<Answer<Filter>>(filterKey(id), { data: data.Item, etag, stale });
    filtersChanged.emit({ filterId: id, view: data.Item.order_filter_view });
    filterTabs.tell({ filterId: id });
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
};

export const reportHistory: HistoryKind = {
  name: "reports",
  thing: "report design",
  things: "report designs",
  key: reportsKey,
  preview: async (api, id, version, signal) => {
    const { Changes, NotRestored } = await api.historyVersion<ReportDesignItem>("reports", id, version, signal);
    return { changes: Changes, notRestored: NotRestored, meaning: null };
  },
  restore: async (api, _client, id, version) => {
    const { data } = await api.restore<ReportDesignItem>("reports", id, version);
    return { title: data.Item.title, notRestored: data.NotRestored };
  },
};

export const historyKey = ({ key }: HistoryKind, id: string) => [...key, "history", id];
export const deletedKey = ({ key }: HistoryKind) => [...key, "deleted"];
