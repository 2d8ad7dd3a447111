import type { Parked } from "#application/read-models/parked.ts";
import { NotBuilt } from "#application/read-models/serve.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleParked } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isText } from "../lists/filters.ts";
import { createInMemoryResource } from "../lists/in-memory-resource.ts";
import type { Resource } from "../lists/resource.ts";

const rowOf = ({ readModel, version, shown, document }: Parked): ConsoleParked => ({
  id: `${document.projection}@${version}/${document.collection}/${document.documentId}`,
  readModel,
  version,
  shown,
  // The list's name, as partitions have their own collections.
  collection: readModel,
  documentId: document.documentId,
  tenant: null,
  eventType: document.eventType,
  eventId: document.eventId,
  stream: document.stream,
  at: document.instant,
  reason: document.reason,
});

/** Adds shops that the documents name. */
const withShops = ({ readModels }: Pick<ConsoleDeps, "readModels">, rows: ConsoleParked[]): Promise<ConsoleParked[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (row.readModel === collections.shops.name) return { ...row, tenant: row.documentId };
      // A read model in its first build has only parked documents.
      const found = await readModels.get(row.readModel, row.documentId).catch((error: unknown) => {
        if (error instanceof NotBuilt) return undefined;
        throw error;
      });
      const tenant = found?.document.tenant;
      return { ...row, tenant: typeof tenant === "string" ? tenant : null };
    }),
  );

/** Documents that wait for an event that could not be projected, also while being built. */
export const parkedResource = (deps: Pick<ConsoleDeps, "alerts" | "readModels">): Resource =>
  createInMemoryResource({
    name: "parked",
    shape: {
      filters: { readModel: isText("readModel") },
      sorts: { at: "at", readModel: "readModel", eventType: "eventType" },
      sort: { field: "at", descending: false },
    },
    read: async () => (await deps.alerts.parked()).map(rowOf),
    complete: (rows) => withShops(deps, rows),
    tenantOf: ({ tenant }) => tenant ?? undefined,
  });
