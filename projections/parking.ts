import { parkedIn } from "#application/read-models/parked.ts";
import { defineAdministration, type ParkedDocument } from "#domain/read-models/administration.ts";
import type { ReadModelChange, ReadStore } from "#infra/ports/stores/read-store.ts";
import type { DocumentKey } from "./projection.ts";

const formatKey = ({ collection, id }: DocumentKey) => `${collection}/${id}`;

/**
 * Opens a projection's parked documents. A document whose event cannot be projected is marked stale and skips all later
 * events; others continue (D-5).
 */
export const openParking = async (projection: string, version: number, readStore: Pick<ReadStore, "find">) => {
  const { name } = defineAdministration(projection);
  const parked = new Set((await parkedIn(readStore, projection, version)).keys());
  return {
    count: () => parked.size,
    holds: (key: DocumentKey) => parked.size > 0 && parked.has(formatKey(key)),
    park: (document: ParkedDocument): ReadModelChange[] => {
      const key = { collection: document.collection, id: document.documentId };
      parked.add(formatKey(key));
      return [
        { collection: name, kind: "put", id: formatKey(key), document },
        { collection: key.collection, kind: "merge", id: key.id, fields: { stale: true } },
      ];
    },
  };
};
