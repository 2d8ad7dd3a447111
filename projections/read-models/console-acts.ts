import { actOfJobEvent, jobActs, supportActs } from "#domain/console/acts.ts";
import { type ConsoleEvent, consoleEventSchemas } from "#domain/console/events.ts";
import { isEventOfType, listEventTypes } from "#domain/core/message.ts";
import { eventSchemas, type SheafEvent } from "#domain/event-schemas.ts";
import { impersonationEventSchemas } from "#domain/impersonation/events.ts";
import { collections, toActivityId } from "#domain/read-models/documents.ts";
import type { ConsoleActDocument } from "#domain/read-models/support-documents.ts";
import { versions } from "#domain/read-models/versions.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.consoleActs;

/** Streams of acts are `console-{id}`. */
const idOf = (event: Projected): string =>
  isEventOfType(consoleEventSchemas, event) ? event.stream.slice("console-".length) : event.id;

const jobOf = ({ data: { jobId, reasonRef } }: { data: { jobId: string; reasonRef: string } }) => ({
  about: jobId,
  reasonRef,
});

const whatOf = (event: ConsoleEvent): Pick<ConsoleActDocument, "what"> & Partial<ConsoleActDocument> => {
  switch (event.type) {
    case "AgentSignedIn":
      return { what: "signed in", about: event.data.role };
    case "AgentSignedOut":
      return { what: event.data.everywhere ? "signed out everywhere" : "signed out" };
    case "ShopLookedAt":
      return { what: "looked at the shop" };
    case "ShopImpersonated":
      return {
        what: "asked to look as the merchant",
        about: event.data.impersonationId,
        reasonRef: event.data.reasonRef,
      };
    case "JobTriedAgain":
    case "JobDropped":
      return { what: jobActs[actOfJobEvent[event.type]], ...jobOf(event) };
    case "JobActRefused":
      return { what: jobActs[event.data.act], ...jobOf(event), refused: true };
    case "JobActUnconfirmed":
      return { what: jobActs[event.data.act], ...jobOf(event), unconfirmed: true };
    case "ParkedTriedAgain": {
      const { collection, documentId, reasonRef } = event.data;
      return { what: "tried a parked document again", about: `${collection}/${documentId}`, reasonRef };
    }
    case "AgentActed":
    case "AgentActRefused": {
      const { act, about, from, to, reasonRef } = event.data;
      const refused = event.type === "AgentActRefused";
      return { what: supportActs[act], about, reasonRef, change: { from, to }, ...(refused && { refused }) };
    }
  }
};

const actOf = (event: Projected): ConsoleActDocument => {
  const { tenant, instant: at, actor } = event.metadata;
  if (isEventOfType(consoleEventSchemas, event))
    return { tenant, at, agent: event.data.agent, about: null, reasonRef: null, ...whatOf(event) };
  if (actor.kind !== "support") throw new Error(`The event ${event.id} is not one of support.`);
  const { agent, impersonation: look } = actor;
  const what = "changed something as the merchant";
  return { tenant, at, agent, what, about: toActivityId(event), reasonRef: null, look };
};

/**
 * The audit log: a document per act of support at the console, and per event that support caused as a merchant.
 * `impersonations` has the sessions' beginnings and ends.
 */
export const consoleActs: Projection = {
  name,
  version: versions["console-acts"],
  collection: collections.consoleActs,
  types: listEventTypes<SheafEvent["type"]>(eventSchemas).filter(
    (type) => !Object.hasOwn(impersonationEventSchemas, type),
  ),
  accepts: ({ type, metadata }) =>
    Object.hasOwn(consoleEventSchemas, type) || (metadata.actor as { kind?: unknown } | undefined)?.kind === "support",
  toDocumentKey: (event) => ({ collection: name, id: idOf(event) }),
  project: (event) => [{ collection: name, kind: "put", id: idOf(event), document: actOf(event) }],
};
