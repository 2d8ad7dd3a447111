import { rowPer } from "#domain/groupings/row-words.ts";
import type { FilterItem } from "#domain/wire/filters.ts";
import type { ReportDesignItem } from "#domain/wire/reports.ts";
import { filterEditorPath, paths, reportDesignerPath } from "../../shared/navigation/paths.ts";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import type { MerchantApi } from "../api.ts";
import { filtersKey } from "../filters/filter-keys.ts";
import { ownFilters } from "../filters/own-filters.ts";
import { filterHistory, type HistoryKind, reportHistory } from "../history/kinds.ts";
import { reportsKey } from "../reports/use-create-report.ts";
import { hasPage } from "../routes.tsx";
import { designWords, filterWords, type Words } from "./words.ts";

/** A row of one of the two lists. */
export type Row = {
  id: string;
  title: string;
  /** What it holds, in words. */
  note: string | null;
  /** Where it is edited; null as long as there is no such page. */
  path: string | null;
};

/** A list as it was read; the ETag is its version, the base of the next ordering. */
export type List = { rows: readonly Row[]; etag: string | null };

/** What the two lists differ in. */
export type Kind = {
  name: "reports" | "filters";
  /** Every cached answer that holds members of the list begins so. */
  key: readonly string[];
  quota: "MaxReports" | "MaxFilters";
  history: HistoryKind;
  read: (api: MerchantApi, signal: AbortSignal) => Promise<List & { stale: boolean }>;
  create: (api: MerchantApi) => Promise<Row>;
  clone: (api: MerchantApi, id: string) => Promise<Row>;
  remove: (api: MerchantApi, id: string) => Promise<string>;
  order: (api: MerchantApi, ids: readonly string[], ifMatch: string | null) => Promise<unknown>;
  /** Whether a new one is opened at once. */
  opensNew: boolean;
  words: Words;
  illustration: IllustrationName;
};

const designRow = ({ id, title, grouping }: ReportDesignItem): Row => ({
  id,
  title,
  note: `One row per ${rowPer[grouping]}`,
  path: hasPage(paths.reportDesigner) ? reportDesignerPath(id) : null,
});

const filterRow = ({ id, title }: FilterItem): Row => ({
  id,
  title,
  note: null,
  path: hasPage(paths.filterEditor) ? filterEditorPath(id) : null,
});

/** The Manager's own view of a list; other pages keep theirs under `kind.key` alone. */
export const listKey = ({ key }: Kind): readonly string[] => [...key, "manager"];

export const designs: Kind = {
  name: "reports",
  key: reportsKey,
  quota: "MaxReports",
  history: reportHistory,
  read: async (api, signal) => {
    const { data, etag, stale } = await api.reportList(signal);
    return { rows: data.map(designRow), etag, stale };
  },
  create: async (api) => designRow(await api.createReport()),
  clone: async (api, id) => designRow(await api.cloneReport(id)),
  remove: (api, id) => api.deleteReport(id),
  order: (api, ids, ifMatch) => api.orderReports(ids, ifMatch),
  // The page of a design is what a new one opens, as soon as there is one.
  opensNew: false,
  illustration: "designs",
  words: designWords,
};

export const filters: Kind = {
  name: "filters",
  key: filtersKey,
  quota: "MaxFilters",
  history: filterHistory,
  read: async (api, signal) => {
    const { data, etag, stale } = await api.filterList(signal);
    return { rows: ownFilters(data).map(filterRow), etag, stale };
  },
  create: async (api) => filterRow(await api.createFilter()),
  clone: async (api, id) => filterRow(await api.cloneFilter(id)),
  remove: (api, id) => api.deleteFilter(id),
  order: (api, ids, ifMatch) => api.orderFilters(ids, ifMatch),
  opensNew: true,
  illustration: "filters",
  words: filterWords,
};
