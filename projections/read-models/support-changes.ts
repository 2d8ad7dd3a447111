import { eventTypes, isEventOf } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { impersonationEventSchemas } from "#domain/impersonation/events.ts";
import { collections, type SupportChangeDocument } from "#domain/read-models/documents.ts";
import { supportChangeWords } from "#domain/read-models/support-change.ts";
import { workspaceEventSchemas } from "#domain/workspace/events.ts";
import { changeOf } from "#domain/workspace/history-change.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { Projected, Projection } from "../projection.ts";
import { subjectOf } from "./workspace-history.ts";

const { name } = collections.supportChanges;

const aboutOf = (event: Projected): Pick<SupportChangeDocument, "subject" | "change" | "sentence"> => {
  const sentence = supportChangeWords(event);
  if (!isEventOf(workspaceEventSchemas, event)) return { subject: null, change: null, sentence };
  const { objectKind: kind, ids } = subjectOf(event);
  const [id = ""] = ids;
  return { subject: { kind, id }, change: changeOf(event, id), sentence };
};

const documentOf = (event: Projected): SupportChangeDocument => {
  const { actor, tenant, instant } = event.metadata;
  if (actor.kind !== "support") throw new Error(`The event ${event.id} is not one of support.`);
  return { tenant, impersonation: actor.impersonation, place: event.position, at: instant, ...aboutOf(event) };
};

/** A document for each event by somebody of support who looked as the merchant: what they changed. */
export const supportChanges: Projection = {
  name,
  version: 1,
  collection: collections.supportChanges,
  types: eventTypes<SheafEvent["type"]>(eventSchemas).filter((type) => !Object.hasOwn(impersonationEventSchemas, type)),
  takes: ({ metadata }) => (metadata.actor as { kind?: unknown } | undefined)?.kind === "support",
  documentOf: (event) => ({ collection: name, id: event.id }),
  project: (event) => [
    { collection: name, kind: "put", id: event.id, document: documentOf(event) as unknown as JsonObject },
  ],
};
