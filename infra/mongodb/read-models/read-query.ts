import type { Filter, Sort } from "mongodb";
import type { FieldFilter, Query } from "../../ports/stores/read-store.ts";
import { type ReadDocument, toFieldPath } from "./read-documents.ts";

/** Nothing is above or below null. MongoDB compares values of one type only. */
const condition = ({ field, equals, in: among, above, below }: FieldFilter): Filter<ReadDocument>[] => {
  const path = toFieldPath(field);
  const nothing = { _id: { $in: [] } };
  return [
    ...(equals === undefined ? [] : [{ [path]: { $eq: equals } }]),
    ...(among === undefined ? [] : [{ [path]: { $in: [...among] } }]),
    ...(above === undefined ? [] : [above === null ? nothing : { [path]: { $gt: above } }]),
    ...(below === undefined ? [] : [below === null ? nothing : { [path]: { $lt: below } }]),
  ];
};

/** A missing field counts as null. */
export const toMongoFilter = (where: readonly FieldFilter[] = []): Filter<ReadDocument> => ({
  $and: [...where.flatMap(condition), { document: { $ne: null } }],
});

export const toMongoSort = ({ sort = [] }: Query): Sort => [
  ...sort.map(({ field, descending }): [string, 1 | -1] => [toFieldPath(field), descending ? -1 : 1]),
  ["_id", 1],
];
