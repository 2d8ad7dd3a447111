import type { DesignFacts } from "#domain/designs/design.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { settingField, settingFields } from "#domain/read-models/design-document.ts";
import {
  type DesignOutlineFields,
  outlinedColumns,
  outlinedTitle,
  outlinedTitles,
} from "#domain/read-models/design-outline.ts";
import {
  collections,
  type DesignContentDocument,
  defineContents,
  type ReportDesignDocument,
} from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Following } from "#domain/workspace/events.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";
import { listKey, reorderMembers } from "./list-order.ts";

const { name } = collections.reportDesigns;
const contents = defineContents(name);

type Made = Pick<Projected<{ data: DesignFacts }>, "data" | "metadata" | "version">;

const put = ({ data, metadata: { tenant, instant }, version }: Made): ReadModelChange[] => {
  const { reportId, title, grouping, splitter, sortedBy, shown, settings, ordering } = data;
  const design = { title, grouping, splitter, version };
  const outline = { ...outlinedColumns(shown), ...outlinedTitles(settings) };
  const place = { ordering, placeVersion: version };
  const document: ReportDesignDocument = { tenant, reportId, changedAt: instant, ...place, ...design, ...outline };
  const content: DesignContentDocument = { ...design, sortedBy, shown: [...shown], ...settingFields(settings) };
  return [
    { collection: contents.name, kind: "put", id: reportId, document: content },
    { collection: name, kind: "put", id: reportId, document },
  ];
};

const inList = ["title", "grouping", "splitter"] as const;

type Edited = Pick<Projected, "metadata" | "version">;

/** `outline`: other changes of the edit to the list entry. */
const merge = (
  { data: { reportId }, metadata, version }: Edited & { data: { reportId: string } },
  fields: Partial<DesignContentDocument>,
  outline: DesignOutlineFields = {},
): ReadModelChange[] => {
  const shown = Object.fromEntries(
    inList.flatMap((field) => (field in fields ? [[field, fields[field] ?? null]] : [])),
  );
  return [
    { collection: contents.name, kind: "merge", id: reportId, fields: { ...fields, version } },
    {
      collection: name,
      kind: "merge",
      id: reportId,
      fields: { ...shown, ...outline, version, changedAt: metadata.instant },
    },
  ];
};

/** Formulas adapted to changed column letters (ADR 52). */
const followed = ({ formulas = {} }: Following): Partial<DesignContentDocument> =>
  Object.assign(
    {},
    ...Object.entries(formulas).map(([column, formula]) =>
      settingField(column, "custom", { category: CustomColumnCategory.ExcelFormula, formula }),
    ),
  );

type Shown = Edited & { data: { reportId: string; shown: string[] } & Following };
const columns = (event: Shown) =>
  merge(event, { shown: event.data.shown, ...followed(event.data) }, outlinedColumns(event.data.shown));

/** Two documents per report design: list entry and content. Reordering isn't an edit, so it keeps the version. */
export const reportDesigns = defineProjection({
  name,
  version: versions["report-designs"],
  collection: collections.reportDesigns,
  contents,
  toDocumentKey: ({ type, data, stream }) =>
    type === "ReportDesignsOrdered" ? listKey(name, stream) : { collection: name, id: data.reportId },
  on: {
    ReportDesignCreated: put,
    ReportDesignCloned: put,
    ReportDesignRestored: put,
    ReportRenamed: (event) => merge(event, { title: event.data.to }),
    ReportGroupingChanged: (event) => merge(event, { grouping: event.data.to, ...followed(event.data) }),
    ReportSplitterChanged: (event) => merge(event, { splitter: event.data.to }),
    ReportSortingChanged: (event) => merge(event, { sortedBy: event.data.to }),
    ReportColumnHidden: columns,
    ReportColumnMoved: columns,
    ReportColumnShown: columns,
    ReportColumnRenamed: (event) => {
      const { column, to } = event.data;
      return merge(event, settingField(column, "title", to), outlinedTitle(column, to));
    },
    ReportColumnResized: (event) => merge(event, settingField(event.data.column, "width", event.data.to)),
    ReportNumberFormatChanged: (event) => merge(event, settingField(event.data.column, "format", event.data.to)),
    CustomColumnChanged: (event) =>
      merge(event, { ...settingField(event.data.column, "custom", event.data.to), ...followed(event.data) }),
    ReportDesignDeleted: ({ data, version }) => [
      ...reorderMembers(name, data.left, version),
      { collection: name, kind: "delete", id: data.reportId },
      { collection: contents.name, kind: "delete", id: data.reportId },
    ],
    ReportDesignsOrdered: ({ data, version }) => reorderMembers(name, data.to, version),
  },
});
