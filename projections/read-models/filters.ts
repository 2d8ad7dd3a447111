import type { EventMetadata } from "#domain/core/message.ts";
import { sieverField } from "#domain/filters/fields.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { sievers } from "#domain/filters/sievers.ts";
import { collections, type FilterDocument } from "#domain/read-models/documents.ts";
import type { Projection } from "../projection.ts";
import { listKey, placed } from "./placing.ts";

const { name } = collections.filters;

const put = (facts: FilterFacts, { tenant }: EventMetadata, version: number) => {
  const { filterId, view, ordering, title, financial_status, fulfillment_status, order_status } = facts;
  const document: FilterDocument = {
    tenant,
    filterId,
    view,
    ordering,
    title,
    financial_status,
    fulfillment_status,
    order_status,
    version,
    placeVersion: version,
  };
  for (const { code } of sievers) {
    const values = facts.sievers[code];
    if (values) document[sieverField(code)] = [...values];
  }
  return { collection: name, kind: "put", id: filterId, document } as const;
};

/** A document per filter, the system filters among them. A change of place alone leaves its version as it is: it is no edit. */
export const filters: Projection<
  | "FilterCreated"
  | "FilterCloned"
  | "FilterRenamed"
  | "FilterStatusChanged"
  | "FilterSieverChanged"
  | "FilterDeleted"
  | "FiltersOrdered"
  | "FilterRestored"
> = {
  name,
  version: 1,
  collection: collections.filters,
  types: [
    "FilterCreated",
    "FilterCloned",
    "FilterRenamed",
    "FilterStatusChanged",
    "FilterSieverChanged",
    "FilterDeleted",
    "FiltersOrdered",
    "FilterRestored",
  ],
  documentOf: ({ type, data, stream }) =>
    type === "FiltersOrdered" ? listKey(name, stream) : { collection: name, id: data.filterId },
  project: ({ type, data, metadata, version }) => {
    const merge = (filterId: string, fields: Partial<Omit<FilterDocument, "stale">>) =>
      ({ collection: name, kind: "merge", id: filterId, fields: { ...fields, version } }) as const;
    switch (type) {
      case "FilterCreated":
      case "FilterCloned":
      case "FilterRestored":
        return [put(data, metadata, version)];
      case "FilterRenamed":
        return [merge(data.filterId, { title: data.to })];
      case "FilterStatusChanged":
        return [merge(data.filterId, { [data.status]: data.to })];
      case "FilterSieverChanged":
        return [merge(data.filterId, { [sieverField(data.siever)]: data.to })];
      case "FilterDeleted":
        return [...placed(name, data.left, version), { collection: name, kind: "delete", id: data.filterId }];
      case "FiltersOrdered":
        return placed(name, data.to, version);
    }
  },
};
