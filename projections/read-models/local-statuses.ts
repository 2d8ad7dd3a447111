import { collections, type LocalStatusDocument } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import { defineProjection, type Projected } from "../projection.ts";

const { name } = collections.localStatuses;

/** The stream is `local-status-{tenant}-{orderId}`. */
const idOf = ({ stream }: Pick<Projected, "stream">) => stream.slice("local-status-".length);

/** Orders without a local status have no document. */
export const localStatuses = defineProjection({
  name,
  version: versions["local-statuses"],
  collection: collections.localStatuses,
  toDocumentKey: (event) => ({ collection: name, id: idOf(event) }),
  on: {
    LocalStatusChanged: (event) => {
      const { orderId, to: status } = event.data;
      const document: LocalStatusDocument = { tenant: event.metadata.tenant, orderId, status };
      return [{ collection: name, kind: "put", id: idOf(event), document }];
    },
    LocalStatusErased: (event) => [{ collection: name, kind: "delete", id: idOf(event) }],
  },
});
