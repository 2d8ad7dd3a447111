import { findPartition, namePartition, type Partition } from "#application/read-models/partitions.ts";
import { defineContents } from "#domain/read-models/documents.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Projection } from "./projection.ts";

/** Every event of Sheaf names its tenant. If the metadata is unreadable, the stream stands in for it. */
const tenantOf = ({ metadata, stream }: RecordedEvent): string =>
  typeof metadata.tenant === "string" ? metadata.tenant : stream;

/** Restricts a projection to one part's tenants, with its own collections. */
export const partitionOfProjection = (projection: Projection, part: Partition): Projection => {
  if (part.of === 1) return projection;
  const name = namePartition(projection.name, part);
  const { collection, contents } = projection;
  const ownContents = contents && { ...contents, name: defineContents(name).name };
  const inPart = <Named extends { collection: string }>(named: Named): Named => ({
    ...named,
    collection: named.collection === contents?.name ? defineContents(name).name : name,
  });
  return {
    ...projection,
    name,
    collection: { ...collection, name },
    ...(ownContents ? { contents: ownContents } : {}),
    accepts: (recorded) =>
      projection.accepts?.(recorded) !== false && findPartition(tenantOf(recorded), part.of) === part.index,
    toDocumentKey: (event) => inPart(projection.toDocumentKey(event)),
    project: (event) => projection.project(event).map(inPart),
  };
};
