import type { About } from "#domain/wire/about.ts";
import type { ListedFilter } from "#domain/wire/filters/filters.ts";
import type { ListedDesign } from "#domain/wire/reports/reports.ts";
import { filterEditorPath, reportDesignerPath } from "../../shared/navigation/paths.ts";
import type { MerchantApi } from "../api.ts";
import type { Listed, ListKind } from "../listing/list-kind.ts";
import { designHistory } from "../resources/designs/history.ts";
import { designsKey } from "../resources/designs/keys.ts";
import { designTexts } from "../resources/designs/texts.ts";
import { filterItemFrom } from "../resources/filters/editable-filter.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filtersKey } from "../resources/filters/keys.ts";
import { withoutSystemFilters } from "../resources/filters/own-filters.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import type { WorkspaceTexts } from "../resources/texts.ts";

/** A row of one of the two lists. */
export type Row = Listed & {
  /** Summary and last change; null for a new row until the list is reloaded. */
  about: About | null;
};

/** A list as read; its ETag is the base of the next reordering. */
export type List = { rows: readonly Row[]; etag: string | null };

/** The differences between the two lists. */
export type Kind = ListKind<Row> & {
  name: "reports" | "filters";
  read: (api: MerchantApi, signal: AbortSignal) => Promise<List & { stale: boolean }>;
  /** Creating an object first asks for its starter. */
  hasStarters: boolean;
  order: (api: MerchantApi, ids: readonly string[], ifMatch: string | null) => Promise<unknown>;
  words: WorkspaceTexts;
};

const designRow = ({ id, title, about }: ListedDesign): Row => ({
  id,
  title,
  about: about ?? null,
});

const filterRow = ({ id, title, about }: ListedFilter): Row => ({
  id,
  title,
  about: about ?? null,
});

/** The Manager's own cache key of a list; other pages use `kind.key` alone. */
export const listKey = ({ key }: Pick<Kind, "key">): readonly string[] => [...key, "manager"];

const changeAt =
  (key: readonly string[]): Kind["change"] =>
  (client, of) =>
    client.setQueryData<List>(listKey({ key }), (list) => list && { ...list, rows: of(list.rows) });

/** Assumes that a clone equals its original, until the list is reloaded. */
const cloneOf = (clone: Row, { about }: Row): Row => ({ ...clone, about: about && madeNow(about) });

const madeNow = (about: About): About => ({
  ...about,
  changed_at: new Date().toISOString(),
  ...(about.last_used_at !== undefined && { last_used_at: null }),
});

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
  clone: async (api, row) => cloneOf(designRow(await api.cloneDesign(row.id)), row),
  remove: (api, id) => api.deleteDesign(id),
  change: changeAt(designsKey),
  toPath: reportDesignerPath,
  order: (api, ids, ifMatch) => api.orderDesigns(ids, ifMatch),
  illustration: "designs",
  words: designTexts,
};

export const filters: Kind = {
  name: "filters",
  key: filtersKey,
  quota: "MaxFilters",
  history: filterHistory,
  read: async (api, signal) => {
    const { data, etag, stale } = await api.filterList(signal);
    return { rows: withoutSystemFilters(data).map(filterRow), etag, stale };
  },
  create: async (api) => filterRow(filterItemFrom(await api.createFilter())),
  hasStarters: false,
  clone: async (api, row) => cloneOf(filterRow(filterItemFrom(await api.cloneFilter(row.id))), row),
  remove: (api, id) => api.deleteFilter(id),
  change: changeAt(filtersKey),
  toPath: filterEditorPath,
  order: (api, ids, ifMatch) => api.orderFilters(ids, ifMatch),
  illustration: "filters",
  words: filterTexts,
};
