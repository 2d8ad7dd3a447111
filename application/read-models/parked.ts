import { defineAdministration, type ParkedDocument } from "#domain/read-models/administration.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { readBuilds, toVersionedName } from "./builds.ts";
import { createPartitions, namePartition } from "./partitions.ts";

/** Documents parked by one version of a projection, by id. */
export const parkedIn = async (
  readStore: Pick<ReadStore, "find">,
  projection: string,
  version: number,
): Promise<Map<string, { document: ParkedDocument; position: Position }>> => {
  const name = toVersionedName(defineAdministration(projection).name, version);
  const parked = new Map<string, { document: ParkedDocument; position: Position }>();
  for (let offset = 0; ; offset += 1_000) {
    const page = await readStore.find(name, { where: [{ field: "kind", equals: "parked" }], offset });
    for (const { id, document, position } of page) parked.set(id, { document: document as ParkedDocument, position });
    if (page.length < 1_000) return parked;
  }
};

/** An event that a projection parked. */
export type Parked = {
  /** Name for readers; the document's `projection` names the partition. */
  readModel: string;
  version: number;
  /** True for the live version. */
  shown: boolean;
  document: ParkedDocument;
};

/** Reads parked events, also of read models being built. */
export const readParked = async ({
  readStore,
  names,
  parts,
}: {
  readStore: Pick<ReadStore, "find" | "readRegister">;
  names: readonly string[];
  parts: number;
}): Promise<Parked[]> => {
  const ofBuilds = async (readModel: string, projection: string): Promise<Parked[]> => {
    const { builds, live } = await readBuilds(readStore, projection);
    const found = await Promise.all(
      builds.map(async ({ version }) =>
        [...(await parkedIn(readStore, projection, version)).values()].map(({ document }) => ({
          readModel,
          version,
          shown: version === live,
          document,
        })),
      ),
    );
    return found.flat();
  };
  const all = await Promise.all(
    names.flatMap((name) => createPartitions(parts).map((part) => ofBuilds(name, namePartition(name, part)))),
  );
  return all.flat();
};
