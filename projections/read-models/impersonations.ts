import { collections } from "#domain/read-models/documents.ts";
import type { ImpersonationDocument } from "#domain/read-models/support-documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.impersonations;

/** The stream is `impersonation-{id}`. */
const idOf = ({ stream }: Pick<Projected, "stream">): string => stream.slice("impersonation-".length);

const merge = (event: Pick<Projected, "stream">, fields: Partial<Omit<ImpersonationDocument, "stale">>) => [
  { collection: name, kind: "merge", id: idOf(event), fields } as const,
];

/** One document per impersonation session. */
export const impersonations = defineProjection({
  name,
  version: versions.impersonations,
  collection: collections.impersonations,
  toDocumentKey: (event) => ({ collection: name, id: idOf(event) }),
  on: {
    ImpersonationAllowed: (event) => {
      const { tenant, instant } = event.metadata;
      const document: ImpersonationDocument = {
        tenant,
        ...event.data,
        at: instant,
        begun: false,
        begunAt: null,
        until: null,
        endedAt: null,
        endedBy: null,
      };
      return [{ collection: name, kind: "put", id: idOf(event), document }];
    },
    ImpersonationBegun: (event) =>
      merge(event, { begun: true, begunAt: event.metadata.instant, until: event.data.until }),
    ImpersonationEnded: (event) => merge(event, { endedAt: event.metadata.instant, endedBy: event.data.by }),
  },
});
