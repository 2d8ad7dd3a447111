import { administrationOf, type ParkedDocument } from "#domain/read-models/administration.ts";
import { versioned } from "#infra/app/read-models/builds.ts";
import type { Position } from "#infra/ports/event-store.ts";
import type { ReadModelChange, ReadStore } from "#infra/ports/read-store.ts";
import type { DocumentKey } from "./projection.ts";

const textOf = ({ collection, id }: DocumentKey) => `${collection}/${id}`;

/** The documents that one version of a projection has parked, by their text keys. */
export const parkedIn = async (
  readStore: Pick<ReadStore, "find">,
  projection: string,
  version: number,
): Promise<Map<string, { document: ParkedDocument; position: Position }>> => {
  const name = versioned(administrationOf(projection).name, version);
  const parked = new Map<string, { document: ParkedDocument; position: Position }>();
  for (let offset = 0; ; offset += 1_000) {
    const page = await readStore.find(name, { where: [{ field: "kind", equals: "parked" }], offset });
    for (const { id, document, position } of page) parked.set(id, { document: document as ParkedDocument, position });
    if (page.length < 1_000) return parked;
  }
};

/**
 * The parked documents of a version of a projection. A document whose event could not be projected waits with all its later events,
 * marked stale, while others go on (D-5).
 */
export const openParking = async (projection: string, version: number, readStore: Pick<ReadStore, "find">) => {
  const { name } = administrationOf(projection);
  const parked = new Set((await parkedIn(readStore, projection, version)).keys());
  return {
    count: () => parked.size,
    holds: (key: DocumentKey) => parked.size > 0 && parked.has(textOf(key)),
    /** The changes that park a document and say so on it. */
    park: (document: ParkedDocument): ReadModelChange[] => {
      const key = { collection: document.collection, id: document.documentId };
      parked.add(textOf(key));
      return [
        { collection: name, kind: "put", id: textOf(key), document },
        { collection: key.collection, kind: "merge", id: key.id, fields: { stale: true } },
      ];
    },
  };
};
