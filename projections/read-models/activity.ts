import { activityActorOf, agentOf } from "#domain/activity/actors.ts";
import { subjectOf } from "#domain/activity/describe-activity.ts";
import { eventTypes } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { type ActivityDocument, activityId, activitySortKey, collections } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.happenings;

const activityLineOf = (event: Projected): ActivityDocument => {
  const { metadata, stream, version } = event;
  const { tenant, instant, actor, correlation } = metadata;
  return {
    tenant,
    when: activitySortKey(instant, version),
    ...subjectOf(event, stream),
    by: activityActorOf(actor),
    agent: agentOf(actor),
    correlation,
    stream,
    version,
  };
};

/** One document per event of every stream: its position in the shop's activity, without the event's content. */
export const activity: Projection<SheafEvent["type"]> = {
  name,
  version: versions.happenings,
  collection: collections.happenings,
  types: eventTypes(eventSchemas),
  documentOf: (event) => ({ collection: name, id: activityId(event) }),
  project: (event) => [{ collection: name, kind: "put", id: activityId(event), document: activityLineOf(event) }],
};
