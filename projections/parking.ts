import { parkedIn } from "#application/read-models/parked.ts";
import { administrationOf, type ParkedDocument } from "#domain/read-models/administration.ts";
import type { ReadModelChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import type { DocumentKey } from "./projection.ts";

/** How what is parked is told apart. */
export const textOf = ({ collection, id }: DocumentKey) => `${collection}/${id}`;

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
    /** The change that lets a document go on. */
    release: (key: DocumentKey): ReadModelChange[] => {
      parked.delete(textOf(key));
      return [{ collection: name, kind: "delete", id: textOf(key) }];
    },
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
