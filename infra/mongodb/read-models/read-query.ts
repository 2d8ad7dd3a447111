import type { Filter, Sort } from "mongodb";
import type { FieldFilter, Query } from "../../ports/stores/read-store.ts";
import { fieldOf, type ReadDocument } from "./read-documents.ts";

/** Nothing is above or below null. MongoDB compares values of the same type only. */
const condition = ({ field, equals, in: among, above, below }: FieldFilter): Filter<ReadDocument>[] => {
  const place = fieldOf(field);
  const nothing = { _id: { $in: [] } };
  return [
    ...(equals === undefined ? [] : [{ [place]: { $eq: equals } }]),
    ...(among === undefined ? [] : [{ [place]: { $in: [...among] } }]),
    ...(above === undefined ? [] : [above === null ? nothing : { [place]: { $gt: above } }]),
    ...(below === undefined ? [] : [below === null ? nothing : { [place]: { $lt: below } }]),
  ];
};

/** A missing field counts as null. */
export const filterOf = (where: readonly FieldFilter[] = []): Filter<ReadDocument> => ({
  $and: [...where.flatMap(condition), { document: { $ne: null } }],
});

export const sortOf = ({ sort = [] }: Query): Sort => [
  ...sort.map(({ field, descending }): [string, 1 | -1] => [fieldOf(field), descending ? -1 : 1]),
  ["_id", 1],
];
