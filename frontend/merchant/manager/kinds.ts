import type { About } from "#domain/wire/about.ts";
import type { ListedFilter } from "#domain/wire/filters.ts";
import type { ListedDesign } from "#domain/wire/reports.ts";
import { filterEditorPath, reportDesignerPath } from "../../shared/navigation/paths.ts";
import type { IllustrationName } from "../../shared/ui/illustrations.tsx";
import type { MerchantApi } from "../api.ts";
import { designHistory } from "../resources/designs/history.ts";
import { designsKey } from "../resources/designs/keys.ts";
import { designWords } from "../resources/designs/words.ts";
import { filterItemFrom } from "../resources/filters/filter-on-page.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filtersKey } from "../resources/filters/keys.ts";
import { ownFilters } from "../resources/filters/own-filters.ts";
import { filterWords } from "../resources/filters/words.ts";
import type { HistoryKind } from "../resources/history-kind.ts";
import type { Words } from "../resources/words.ts";

/** A row of one of the two lists. */
export type Row = {
  id: string;
  title: string;
  /** What it holds and when that changed; null of what was just made, until the list is read again. */
  about: About | null;
  /** Where it is edited. */
  path: string;
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
  /** `starter`: what it begins as, where that is asked. */
  create: (api: MerchantApi, starter?: string) => Promise<Row>;
  /** Whether it is asked first what a new one begins as. */
  hasStarters: boolean;
  clone: (api: MerchantApi, id: string) => Promise<Row>;
  remove: (api: MerchantApi, id: string) => Promise<string>;
  order: (api: MerchantApi, ids: readonly string[], ifMatch: string | null) => Promise<unknown>;
  words: Words;
  illustration: IllustrationName;
};

const designRow = ({ id, title, about }: ListedDesign): Row => ({
  id,
  title,
  about: about ?? null,
  path: reportDesignerPath(id),
});

const filterRow = ({ id, title, about }: ListedFilter): Row => ({
  id,
  title,
  about: about ?? null,
  path: filterEditorPath(id),
});

/** The Manager's own view of a list; other pages keep theirs under `kind.key` alone. */
export const listKey = ({ key }: Kind): readonly string[] => [...key, "manager"];

export const designs: Kind = {
  name: "reports",
  key: designsKey,
  quota: "MaxReports",
  history: designHistory,
  read: async (api, signal) => {
    const { data, etag, stale } = await api.designList(signal);
    return { rows: data.map(designRow), etag, stale };
  },
  create: async (api, starter) => designRow(await api.createDesign(starter)),
  hasStarters: true,
  clone: async (api, id) => designRow(await api.cloneDesign(id)),
  remove: (api, id) => api.deleteDesign(id),
  order: (api, ids, ifMatch) => api.orderDesigns(ids, ifMatch),
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
  create: async (api) => filterRow(filterItemFrom(await api.createFilter())),
  hasStarters: false,
  clone: async (api, id) => filterRow(filterItemFrom(await api.cloneFilter(id))),
  remove: (api, id) => api.deleteFilter(id),
  order: (api, ids, ifMatch) => api.orderFilters(ids, ifMatch),
  illustration: "filters",
  words: filterWords,
};
