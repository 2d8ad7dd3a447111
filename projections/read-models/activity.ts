import { getAgent, toActivityActor } from "#domain/activity/actors.ts";
import { toActivitySubject } from "#domain/activity/describe-activity.ts";
import { listEventTypes } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { type ActivityDocument, activitySortKey, collections, toActivityId } from "#domain/read-models/documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.happenings;

const activityLineOf = (event: Projected): ActivityDocument => {
  const { metadata, stream, version } = event;
  const { tenant, instant, actor, correlation } = metadata;
  return {
    tenant,
    when: activitySortKey(instant, version),
    ...toActivitySubject(event, stream),
    by: toActivityActor(actor),
    agent: getAgent(actor),
    correlation,
    stream,
    version,
  };
};

/** One document per event: its position in the shop's activity, without the event's content. */
export const activity: Projection<SheafEvent["type"]> = {
  name,
  version: versions.happenings,
  collection: collections.happenings,
  types: listEventTypes(eventSchemas),
  toDocumentKey: (event) => ({ collection: name, id: toActivityId(event) }),
  project: (event) => [{ collection: name, kind: "put", id: toActivityId(event), document: activityLineOf(event) }],
};
