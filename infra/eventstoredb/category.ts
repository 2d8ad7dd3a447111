import { type AllStreamResolvedEvent, streamNameFilter } from "@eventstore/db-client";
import type { Position, RecordedEvent } from "../ports/event-store.ts";
import { withoutSeal } from "../ports/sealed-event.ts";
import { NoAnswer } from "../ports/within.ts";
import { type Beginning, ofLeader, type Server } from "./asking.ts";
import { askAbout, placeOf } from "./reading.ts";
import { ourEvent } from "./recorded.ts";
import { patiently } from "./troubles.ts";

/** Subscribes to the category until it has caught up: the client's reading of all takes no filter. */
export const readCategory = async (
  server: Server & Beginning,
  category: string,
  { after, limit, ms }: { after?: Position | undefined; limit: number; ms: number },
): Promise<RecordedEvent[]> => {
  const { client, prefix, beginning } = server;
  const fromPosition = after === undefined ? beginning : placeOf(after);
  const read = (left: number) =>
    new Promise<RecordedEvent[]>((resolve, reject) => {
      const events: RecordedEvent[] = [];
      const filter = streamNameFilter({ prefixes: [`${prefix}${category}-`] });
      const subscription = client.subscribeToAll({ fromPosition, filter, ...ofLeader });
      const settle = (tell: () => void) => {
        clearTimeout(timer);
        subscription.unsubscribe().catch(() => undefined);
        tell();
      };
      const timer = setTimeout(
        () => settle(() => reject(new NoAnswer(`there was no answer within ${Math.round(left)} ms`))),
        left,
      );
      let hasCaughtUp = false;
      const answerIfDone = () => {
        // 'Caught up' may overtake events that wait to be taken.
        if (events.length < limit && !(hasCaughtUp && subscription.readableLength === 0)) return;
        settle(() => resolve(events.slice(0, limit)));
      };
      subscription.on("data", (resolved: AllStreamResolvedEvent) => {
        const event = ourEvent(resolved, prefix);
        if (event) events.push(withoutSeal(event));
        answerIfDone();
      });
      subscription.on("caughtUp", () => {
        hasCaughtUp = true;
        answerIfDone();
      });
      subscription.on("end", () => settle(() => reject(new Error("the server ended the subscription"))));
      subscription.on("error", (error) => settle(() => reject(error)));
    });
  return patiently(server, ms, (left) => askAbout(server, left, () => read(left)));
};
