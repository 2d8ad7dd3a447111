import { namePart, type Part, partOfTenant } from "#application/read-models/parts.ts";
import { contentsOf } from "#domain/read-models/documents.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Projection } from "./projection.ts";

/** Every event of Sheaf says whose it is; of one that cannot be read so its stream is all there is. */
const tenantOf = ({ metadata, stream }: RecordedEvent): string =>
  typeof metadata.tenant === "string" ? metadata.tenant : stream;

/** A projection of the events of its part's tenants, whose documents stand in collections of the part's own. The whole is the projection itself. */
export const partOfProjection = (projection: Projection, part: Part): Projection => {
  if (part.of === 1) return projection;
  const name = namePart(projection.name, part);
  const { collection, contents } = projection;
  const ownContents = contents && { ...contents, name: contentsOf(name).name };
  const inPart = <Named extends { collection: string }>(named: Named): Named => ({
    ...named,
    collection: named.collection === contents?.name ? contentsOf(name).name : name,
  });
  return {
    ...projection,
    name,
    collection: { ...collection, name },
    ...(ownContents ? { contents: ownContents } : {}),
    takes: (recorded) =>
      projection.takes?.(recorded) !== false && partOfTenant(tenantOf(recorded), part.of) === part.index,
    documentOf: (event) => inPart(projection.documentOf(event)),
    project: (event) => projection.project(event).map(inPart),
  };
};
