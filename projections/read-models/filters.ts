import { sieverField } from "#domain/filters/fields.ts";
import type { FilterFacts } from "#domain/filters/filter.ts";
import { sievers } from "#domain/filters/sievers.ts";
import {
  collections,
  contentsOf,
  type FilterContentDocument,
  type FilterDocument,
} from "#domain/read-models/documents.ts";
import type { ReadModelChange } from "#infra/ports/read-store.ts";
import { type Projected, projectionOf } from "../projection.ts";
import { listKey, placed } from "./placing.ts";

const { name } = collections.filters;
const contents = contentsOf(name);

type Made = Pick<Projected<{ data: FilterFacts }>, "data" | "metadata" | "version">;

const put = ({ data: facts, metadata: { tenant }, version }: Made): ReadModelChange[] => {
  const { filterId, view, ordering, title, financial_status, fulfillment_status, order_status } = facts;
  const document: FilterDocument = { tenant, filterId, view, ordering, title, version, placeVersion: version };
  const content: FilterContentDocument = { title, financial_status, fulfillment_status, order_status, version };
  for (const { code } of sievers) {
    const values = facts.sievers[code];
    if (values) content[sieverField(code)] = [...values];
  }
  return [
    { collection: contents.name, kind: "put", id: filterId, document: content },
    { collection: name, kind: "put", id: filterId, document },
  ];
};

type Edited = { data: { filterId: string }; version: number };
const merge = ({ data: { filterId }, version }: Edited, fields: Partial<FilterContentDocument>): ReadModelChange[] => {
  const shown = fields.title === undefined ? { version } : { title: fields.title, version };
  return [
    { collection: contents.name, kind: "merge", id: filterId, fields: { ...fields, version } },
    { collection: name, kind: "merge", id: filterId, fields: shown },
  ];
};

/** Two documents per filter, the system filters among them: what its list shows of it, and its content. A change of place alone leaves its version as it is: it is no edit. */
export const filters = projectionOf({
  name,
  version: 3,
  collection: collections.filters,
  contents,
  documentOf: ({ type, data, stream }) =>
    type === "FiltersOrdered" ? listKey(name, stream) : { collection: name, id: data.filterId },
  on: {
    FilterCreated: put,
    FilterCloned: put,
    FilterRestored: put,
    FilterRenamed: (event) => merge(event, { title: event.data.to }),
    FilterStatusChanged: (event) => merge(event, { [event.data.status]: event.data.to }),
    FilterSieverChanged: (event) => merge(event, { [sieverField(event.data.siever)]: event.data.to }),
    FilterDeleted: ({ data, version }) => [
      ...placed(name, data.left, version),
      { collection: name, kind: "delete", id: data.filterId },
      { collection: contents.name, kind: "delete", id: data.filterId },
    ],
    FiltersOrdered: ({ data, version }) => placed(name, data.to, version),
  },
});
