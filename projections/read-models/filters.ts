import { toSieverField } from "#domain/filters/fields.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { sievers } from "#domain/filters/sievers.ts";
import {
  collections,
  defineContents,
  type FilterContentDocument,
  type FilterDocument,
} from "#domain/read-models/documents.ts";
import { type FilterOutlineFields, outlinedSiever, outlinedStatus } from "#domain/read-models/filter-outline.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";
import { defineProjection, type Projected } from "../projection.ts";
import { listKey, reorderMembers } from "./list-order.ts";

const { name } = collections.filters;
const contents = defineContents(name);

type Made = Pick<Projected<{ data: FilterFacts }>, "data" | "metadata" | "version">;

const put = ({ data: facts, metadata: { tenant, instant }, version }: Made): ReadModelChange[] => {
  const { filterId, view, ordering, title, financial_status, fulfillment_status, order_status } = facts;
  const content: FilterContentDocument = { title, financial_status, fulfillment_status, order_status, version };
  const outline: FilterOutlineFields = {
    ...outlinedStatus("financial_status", financial_status),
    ...outlinedStatus("fulfillment_status", fulfillment_status),
    ...outlinedStatus("order_status", order_status),
  };
  for (const { code } of sievers) {
    const values = facts.sievers[code];
    if (!values) continue;
    content[toSieverField(code)] = [...values];
    Object.assign(outline, outlinedSiever(code, values));
  }
  const place = { ordering, placeVersion: version };
  const document: FilterDocument = { tenant, filterId, view, title, version, changedAt: instant, ...place, ...outline };
  return [
    { collection: contents.name, kind: "put", id: filterId, document: content },
    { collection: name, kind: "put", id: filterId, document },
  ];
};

type Edited = Pick<Projected, "metadata" | "version"> & { data: { filterId: string } };

/** `shown`: the edit's changes to the list entry. */
const merge = (
  { data: { filterId }, metadata, version }: Edited,
  fields: Partial<FilterContentDocument>,
  shown: Partial<FilterDocument>,
): ReadModelChange[] => [
  { collection: contents.name, kind: "merge", id: filterId, fields: { ...fields, version } },
  { collection: name, kind: "merge", id: filterId, fields: { ...shown, version, changedAt: metadata.instant } },
];

/**
 * Two documents per filter, even system filters: list entry and content. Reordering isn't an edit, so it keeps the
 * version.
 */
export const filters = defineProjection({
  name,
  version: versions.filters,
  collection: collections.filters,
  contents,
  toDocumentKey: ({ type, data, stream }) =>
    type === "FiltersOrdered" ? listKey(name, stream) : { collection: name, id: data.filterId },
  on: {
    FilterCreated: put,
    FilterCloned: put,
    FilterRestored: put,
    FilterRenamed: (event) => merge(event, { title: event.data.to }, { title: event.data.to }),
    FilterStatusChanged: (event) => {
      const { status, to } = event.data;
      return merge(event, { [status]: to }, outlinedStatus(status, to));
    },
    FilterSieverChanged: (event) => {
      const { siever, to } = event.data;
      return merge(event, { [toSieverField(siever)]: to }, outlinedSiever(siever, to));
    },
    FilterDeleted: ({ data, version }) => [
      ...reorderMembers(name, data.left, version),
      { collection: name, kind: "delete", id: data.filterId },
      { collection: contents.name, kind: "delete", id: data.filterId },
    ],
    FiltersOrdered: ({ data, version }) => reorderMembers(name, data.to, version),
  },
});
