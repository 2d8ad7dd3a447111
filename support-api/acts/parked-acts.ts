import { z } from "zod";
import { notFound } from "#application/http/api-error.ts";
import { validate } from "#application/http/validate.ts";
import { supportTenant, toActReasonRef } from "#domain/console/events.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleRoute } from "../http/route.ts";
import { findParkedDocument } from "../resources/parked.ts";
import { reasonField } from "./act-route.ts";

const Body = z.strictObject({ reason: reasonField });

/**
 * `try-again` rebuilds a parked document from its events. The logged action is the request to the read model's process,
 * so the response comes before the rebuild. If it fails again, the document stays in the list.
 */
export const parkedRoute = (deps: ConsoleDeps): ConsoleRoute => ({
  method: "POST",
  path: "parked/:id/try-again",
  needs: "agent",
  handle: async ({ session: { agent }, requestId, params, body }) => {
    const { acts, vault, ids } = deps;
    const { reason } = validate(Body, body, "The body");
    const parked = await findParkedDocument(deps, params.id ?? "");
    if (parked === undefined)
      throw notFound("This document isn't parked any more. Somebody may have had it tried again.");
    const { projection, collection, documentId } = parked.document;
    const id = ids.uuid();
    const reasonRef = await vault.put(reason, { owner: supportTenant, reference: toActReasonRef(id) });
    await acts.record(
      { type: "ParkedTriedAgain", data: { agent, projection, collection, documentId, reasonRef } },
      { correlation: requestId, id },
    );
    return { id: params.id };
  },
});
