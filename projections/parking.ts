import { administrationOf, type ParkedDocument } from "#domain/read-models/administration.ts";
import type { PositionedChange, ReadStore } from "#infra/ports/read-store.ts";
import type { DocumentKey, Projection } from "./projection.ts";

const textOf = ({ collection, id }: DocumentKey) => `${collection}/${id}`;

/**
 * The parked documents of a projection. A document whose event could not be projected waits with all its later events, marked stale,
 * while others go on (design section 5).
 */
export const openParking = async (projection: Projection, readStore: ReadStore) => {
  const { name } = administrationOf(projection.name);
  const parked = new Set<string>();
  for (let offset = 0; ; offset += 1_000) {
    const page = await readStore.find(name, { where: [{ field: "kind", equals: "parked" }], offset });
    for (const { id } of page) parked.add(id);
    if (page.length < 1_000) break;
  }
  return {
    count: () => parked.size,
    holds: (key: DocumentKey) => parked.has(textOf(key)),
    /** The changes that park a document and say so on it. */
    park: (document: ParkedDocument, position: string): PositionedChange[] => {
      const key = { collection: document.collection, id: document.documentId };
      parked.add(textOf(key));
      return [
        { collection: name, kind: "put", id: textOf(key), document, position },
        { collection: key.collection, kind: "merge", id: key.id, fields: { stale: true }, position },
      ];
    },
  };
};
