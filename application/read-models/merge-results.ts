import type { Query, Scalar, StoredDocument } from "#infra/ports/stores/read-store.ts";

/** Code points, like read stores. UTF-16 units order astral characters differently. */
const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

const compare = (a: Scalar, b: Scalar): number => {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  return typeof a === "string" ? compareText(a, String(b)) : Number(a) - Number(b);
};

const fieldOf = ({ document }: StoredDocument, field: string): Scalar =>
  (document[field] as Scalar | undefined) ?? null;

/** Query of one partition: those of all partitions together cover the page. */
export const partitionQuery = ({ offset = 0, limit = 1_000, ...query }: Query): Query => ({
  ...query,
  limit: offset + limit,
});

/** Merges the partitions' results into a page, ordered as one store would: ties by id. */
export const mergeResults = (
  found: readonly (readonly StoredDocument[])[],
  { sort = [], offset = 0, limit = 1_000 }: Query,
): StoredDocument[] =>
  found
    .flat()
    .sort((a, b) => {
      for (const { field, descending = false } of sort) {
        const order = compare(fieldOf(a, field), fieldOf(b, field));
        if (order !== 0) return descending ? -order : order;
      }
      return compareText(a.id, b.id);
    })
    .slice(offset, offset + limit);
