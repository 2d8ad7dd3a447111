import { OrderFilterView } from "#domain/enumerations.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { collections, type TitleDocument } from "#domain/read-models/documents.ts";
import { titleKeys } from "#domain/read-models/title-keys.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.titles;

const put = (
  { metadata: { tenant } }: Pick<Projected, "metadata">,
  kind: TitleDocument["kind"],
  id: string,
  title: string,
): ReadModelChange[] => [
  { collection: name, kind: "put", id, document: { tenant, kind, title, ...titleKeys(title) } satisfies TitleDocument },
];

/** Leaves out system filters, whose titles are the same in every shop. */
const filter = (event: Pick<Projected, "metadata"> & { data: FilterFacts }): ReadModelChange[] =>
  event.data.view === OrderFilterView.All ? put(event, "filter", event.data.filterId, event.data.title) : [];

const renamed = (id: string, title: string): ReadModelChange[] => [
  { collection: name, kind: "merge", id, fields: { title, ...titleKeys(title) } },
];

const gone = (id: string): ReadModelChange[] => [{ collection: name, kind: "delete", id }];

const idIn = (data: { automationId: string } | { reportId: string } | { filterId: string }): string => {
  // Must come first: an automated report's data also holds a design's and a filter's id.
  if ("automationId" in data) return data.automationId;
  return "reportId" in data ? data.reportId : data.filterId;
};

/** One document per existing item: its title, for support's search over all shops (ADR 101). */
export const titles = defineProjection({
  name,
  version: versions.titles,
  collection: collections.titles,
  toDocumentKey: ({ data }) => ({ collection: name, id: idIn(data) }),
  on: {
    ReportDesignCreated: (event) => put(event, "design", event.data.reportId, event.data.title),
    ReportDesignCloned: (event) => put(event, "design", event.data.reportId, event.data.title),
    ReportDesignRestored: (event) => put(event, "design", event.data.reportId, event.data.title),
    ReportRenamed: ({ data }) => renamed(data.reportId, data.to),
    ReportDesignDeleted: ({ data }) => gone(data.reportId),
    FilterCreated: filter,
    FilterCloned: filter,
    FilterRestored: filter,
    FilterRenamed: ({ data }) => renamed(data.filterId, data.to),
    FilterDeleted: ({ data }) => gone(data.filterId),
    AutomationCreated: (event) => put(event, "automation", event.data.automationId, event.data.title),
    AutomationCloned: (event) => put(event, "automation", event.data.automationId, event.data.title),
    AutomationRestored: (event) => put(event, "automation", event.data.automationId, event.data.title),
    AutomationRenamed: ({ data }) => renamed(data.automationId, data.to),
    AutomationDeleted: ({ data }) => gone(data.automationId),
  },
});
