import { z } from "zod";
import { decodeEvent } from "#application/events/decode-event.ts";
import { type Route, route } from "#application/http/route.ts";
import { readActorNames } from "#application/impersonation/agent-names.ts";
import { formatActor, toReader, withAgentName } from "#domain/core/actor-name.ts";
import { LocalStatus } from "#domain/enumerations.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { localStatusDecider, toLocalStatusId } from "#domain/local-status/decider.ts";
import type { LocalStatusEvent } from "#domain/local-status/events.ts";
import { LocalStatusHistoryData } from "#domain/wire/reports/local-status.ts";
import type { QueryApiDeps } from "../deps.ts";

const maxChanges = 100;

/** Local statuses of an order with time and author, from its stream (R-36, ADR 43). */
export const statusHistoryRoute = ({
  runner,
  eventStore,
  vault,
}: Pick<QueryApiDeps, "runner" | "eventStore" | "vault">): Route =>
  route({
    method: "GET",
    path: "reportData/local-status-history",
    summary: "The last 100 changes of an order's local status, newest first",
    description: "Each change has who, when, before and after. Unknown orders have an empty list.",
    access: "shop",
    query: z.strictObject({ orderId: z.string().regex(/^[1-9]\d{0,19}$/, "must be the number of an order") }),
    data: LocalStatusHistoryData,
    handler: async ({ query: { orderId } }, { caller }) => {
      const { tenant } = caller;
      const id = toLocalStatusId(tenant, orderId);
      const { version } = await runner.load(localStatusDecider, id);
      if (version < 0) return [];
      // One extra event has the state before the first change.
      const events = await eventStore.readStream(`${localStatusDecider.category}-${id}`, {
        fromVersion: Math.max(0, version - maxChanges),
        limit: maxChanges + 1,
      });
      const decoded = events.map((recorded) => decodeEvent(recorded, upcasters));
      const names = await readActorNames(
        vault,
        decoded.map(({ metadata }) => metadata.actor),
      );
      let before: LocalStatus = LocalStatus.none;
      const changes = decoded.map(({ type, data, metadata }) => {
        const event = { type, data } as LocalStatusEvent;
        const after = event.type === "LocalStatusErased" ? LocalStatus.none : event.data.to;
        const change = {
          At: metadata.instant,
          By: formatActor(withAgentName(metadata.actor, names), toReader(caller)),
          From: before,
          To: after,
        };
        before = after;
        return change;
      });
      return changes.slice(-maxChanges).reverse();
    },
  });
