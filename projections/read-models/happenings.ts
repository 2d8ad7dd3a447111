import { eventTypes } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { actorOf, agentOf } from "#domain/happenings/actors.ts";
import { subjectOf } from "#domain/happenings/words.ts";
import { collections, type HappeningDocument, happenedWhen, happeningId } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.happenings;

const happeningOf = (event: Projected): HappeningDocument => {
  const { metadata, stream, version } = event;
  const { tenant, instant, actor, correlation } = metadata;
  return {
    tenant,
    when: happenedWhen(instant, version),
    ...subjectOf(event, stream),
    by: actorOf(actor),
    agent: agentOf(actor),
    correlation,
    stream,
    version,
  };
};

/** One document per event of every stream: its position in the shop's activity, without the event's content. */
export const happenings: Projection<SheafEvent["type"]> = {
  name,
  version: versions.happenings,
  collection: collections.happenings,
  types: eventTypes(eventSchemas),
  documentOf: (event) => ({ collection: name, id: happeningId(event) }),
  project: (event) => [{ collection: name, kind: "put", id: happeningId(event), document: happeningOf(event) }],
};
