import { supportActs } from "#domain/console/acts.ts";
import { type ConsoleEvent, consoleEventSchemas } from "#domain/console/events.ts";
import { eventTypes } from "#domain/core/message.ts";
import { type ConsoleActDocument, collections } from "#domain/read-models/documents.ts";
import type { Projected, Projection } from "../projection.ts";

const { name } = collections.consoleActs;

/** The stream is `console-{id}`. */
const idOf = (stream: string): string => stream.slice("console-".length);

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
      return { what: "tried a job again", about: event.data.jobId, reasonRef: event.data.reasonRef };
    case "JobDropped":
      return { what: "dropped a job", about: event.data.jobId, reasonRef: event.data.reasonRef };
    case "ParkedTriedAgain": {
      const { collection, documentId, reasonRef } = event.data;
      return { what: "tried a parked document again", about: `${collection}/${documentId}`, reasonRef };
    }
    case "AgentActed": {
      const { act, about, from, to, reasonRef } = event.data;
      return { what: supportActs[act], about, reasonRef, change: { from, to } };
    }
  }
};

const actOf = (event: Projected<ConsoleEvent>): ConsoleActDocument => ({
  tenant: event.metadata.tenant,
  at: event.metadata.instant,
  agent: event.data.agent,
  about: null,
  reasonRef: null,
  ...whatOf(event),
});

/** A document for each act of somebody of support at the console: its audit log. */
export const consoleActs: Projection<ConsoleEvent["type"]> = {
  name,
  version: 2,
  collection: collections.consoleActs,
  types: eventTypes(consoleEventSchemas),
  documentOf: (event) => ({ collection: name, id: idOf(event.stream) }),
  project: (event) => [{ collection: name, kind: "put", id: idOf(event.stream), document: actOf(event) }],
};
