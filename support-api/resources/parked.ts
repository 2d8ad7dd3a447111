import type { Parked } from "#application/read-models/parked.ts";
import { NotBuilt } from "#application/read-models/serve.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { ConsoleParked } from "#domain/wire/support/console-signs.ts";
import type { ConsoleDeps } from "../deps.ts";
import { textIs } from "../lists/filters.ts";
import type { Resource } from "../lists/resource.ts";
import { rowsResource } from "../lists/rows-resource.ts";

const rowOf = ({ readModel, version, shown, document }: Parked): ConsoleParked => ({
  id: `${document.projection}@${version}/${document.collection}/${document.documentId}`,
  readModel,
  version,
  shown,
  // As lists name it: that of a part is the part's own.
  collection: readModel,
  documentId: document.documentId,
  tenant: null,
  eventType: document.eventType,
  eventId: document.eventId,
  stream: document.stream,
  at: document.instant,
  reason: document.reason,
});

/** A parked document of an id, undefined of one that is none. */
export const parkedDocument = async ({ signs }: Pick<ConsoleDeps, "signs">, id: string): Promise<Parked | undefined> =>
  (await signs.parked()).find((one) => rowOf(one).id === id);

/** Whose they are, as far as the documents themselves say so. */
const withShops = ({ readModels }: Pick<ConsoleDeps, "readModels">, rows: ConsoleParked[]): Promise<ConsoleParked[]> =>
  Promise.all(
    rows.map(async (row) => {
      if (row.readModel === collections.shops.name) return { ...row, tenant: row.documentId };
      // Of a read model that is being built for the first time nothing is known yet but what is parked.
      const found = await readModels.get(row.readModel, row.documentId).catch((error: unknown) => {
        if (error instanceof NotBuilt) return undefined;
        throw error;
      });
      const tenant = found?.document.tenant;
      return { ...row, tenant: typeof tenant === "string" ? tenant : null };
    }),
  );

/** Documents of read models that wait for an event that could not be projected, of those that are being built too. */
export const parkedResource = (deps: Pick<ConsoleDeps, "signs" | "readModels">): Resource =>
  rowsResource({
    name: "parked",
    shape: {
      filters: { readModel: textIs("readModel") },
      sorts: { at: "at", readModel: "readModel", eventType: "eventType" },
      sort: { field: "at", descending: false },
    },
    read: async () => (await deps.signs.parked()).map(rowOf),
    complete: (rows) => withShops(deps, rows),
    tenantOf: ({ tenant }) => tenant ?? undefined,
  });
