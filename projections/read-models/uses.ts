import { collections, type UseDocument } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import { defineProjection } from "../projection.ts";

const { name } = collections.uses;

/** Time of the last export per filter and report design. It outlives their deletion (ADR 54). */
export const uses = defineProjection({
  name,
  version: versions.uses,
  collection: collections.uses,
  toDocumentKey: ({ data }) => ({ collection: name, id: data.reportId }),
  on: {
    ExportRequested: ({ data: { reportId, asked }, metadata: { tenant, instant } }) => {
      const used = asked?.filterId ? [reportId, asked.filterId] : [reportId];
      return used.map((objectId) => {
        const document: UseDocument = { tenant, objectId, usedAt: instant };
        return { collection: name, kind: "put", id: objectId, document };
      });
    },
  },
});
