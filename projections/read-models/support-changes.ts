import { isEventOfType, listEventTypes } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { impersonationEventSchemas } from "#domain/impersonation/events.ts";
import { collections } from "#domain/read-models/documents.ts";
import { describeSupportChange } from "#domain/read-models/support-change.ts";
import type { SupportChangeDocument } from "#domain/read-models/support-documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import { workspaceEventSchemas } from "#domain/workspace/events.ts";
import { toHistoryChange } from "#domain/workspace/history/history-change.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Projected, Projection } from "../projection.ts";
import { toSubject } from "./workspace-history.ts";

const { name } = collections.supportChanges;

type About = Pick<SupportChangeDocument, "subject" | "change" | "sentence">;

/** Lists the subjects that an event changed; a reordering has one per moved item. */
const aboutOf = (event: Projected): [string, About][] => {
  const sentence = describeSupportChange(event);
  if (!isEventOfType(workspaceEventSchemas, event)) return [[event.id, { subject: null, change: null, sentence }]];
  const { objectKind: kind, ids } = toSubject(event);
  return ids.map((id) => [
    ids.length === 1 ? event.id : `${event.id}:${id}`,
    { subject: { kind, id }, change: toHistoryChange(event, id), sentence },
  ]);
};

const lineOf = (event: Projected, about: About): SupportChangeDocument => {
  const { actor, tenant, instant } = event.metadata;
  if (actor.kind !== "support") throw new Error(`The event ${event.id} is not one of support.`);
  return { tenant, impersonation: actor.impersonation, place: event.position, at: instant, ...about };
};

/** One document per event of an impersonating agent and per item it concerns. */
export const supportChanges: Projection = {
  name,
  version: versions["support-changes"],
  collection: collections.supportChanges,
  types: listEventTypes<SheafEvent["type"]>(eventSchemas).filter(
    (type) => !Object.hasOwn(impersonationEventSchemas, type),
  ),
  accepts: ({ metadata }) => (metadata.actor as { kind?: unknown } | undefined)?.kind === "support",
  // No document has the id of a move of several items, so parking it holds none back.
  toDocumentKey: (event) => ({ collection: name, id: event.id }),
  project: (event) =>
    aboutOf(event).map(([id, about]) => ({
      collection: name,
      kind: "put",
      id,
      document: lineOf(event, about) as unknown as JsonObject,
    })),
};
