import { setImmediate as nextTurn } from "node:timers/promises";
import { type AllStreamResolvedEvent, excludeSystemEvents, streamNameFilter } from "@eventstore/db-client";
import type { RecordedEvent } from "../ports/event-store.ts";
import { withoutSeal } from "../ports/sealed-event.ts";
import { ofLeader, type Server } from "./asking.ts";
import type { LogPosition } from "./positions.ts";
import { ourEvent } from "./recorded.ts";

/** Characters of text that one batch holds at most, and one event more: great events come a few at a time. */
const mostWeight = 4_000_000;
/** Turns of the event loop that a batch waits for more to come. */
const patientTurns = 3;

const weightOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, inner) => sum + weightOf(inner), 8);
};

/** `confirmed`: the server took the subscription, though 24.10 may still refuse where it begins. `giving`: an event came, or word that there is none. */
export type Standing = "asked" | "confirmed" | "giving";

/** One subscription, taken batch by batch. */
export type Feed = {
  /** The next events of ours, at least one; undefined when there were none for so many ms, or its standing changed. @throws what ended the subscription */
  next(ms: number): Promise<RecordedEvent[] | undefined>;
  standing(): Standing;
  end(): void;
};

/** What comes after a place, of streams that begin with the prefix, or of all but the server's own. */
export const openFeed = (
  { client, prefix }: Server,
  fromPosition: LogPosition,
  batchSize: number,
  signal: AbortSignal,
): Feed => {
  const filter = prefix === "" ? excludeSystemEvents() : streamNameFilter({ prefixes: [prefix] });
  const subscription = client.subscribeToAll({ fromPosition, filter, ...ofLeader }, { highWaterMark: 64 });
  let failure: { reason: unknown } | undefined;
  let standing: Standing = "asked";
  let wake = (): void => undefined;
  const fail = (reason: unknown): void => {
    failure ??= { reason };
    wake();
  };
  subscription.on("readable", () => wake());
  subscription.on("confirmation", () => {
    standing = "confirmed";
    wake();
  });
  subscription.on("caughtUp", () => {
    standing = "giving";
    wake();
  });
  // It stays: the client says some things late, when nobody is left to hear them.
  subscription.on("error", fail);
  subscription.on("end", () => fail(new Error("the server ended the subscription")));
  subscription.on("close", () => fail(new Error("the subscription was closed")));
  const onAbort = (): void => wake();
  signal.addEventListener("abort", onAbort);

  const somethingHappens = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    standing: () => standing,
    async next(ms) {
      const events: RecordedEvent[] = [];
      let weight = 0;
      let turns = 0;
      const until = performance.now() + ms;
      while (!signal.aborted) {
        const resolved: AllStreamResolvedEvent | null = subscription.read();
        if (resolved) {
          const event = ourEvent(resolved, prefix);
          standing = "giving";
          if (!event) continue;
          events.push(withoutSeal(event));
          weight += weightOf(event.data);
          turns = 0;
          if (events.length >= batchSize || weight > mostWeight) return events;
        } else if (events.length > 0) {
          if (failure || turns >= patientTurns) return events;
          turns += 1;
          await nextTurn();
        } else {
          if (failure) throw failure.reason;
          const left = until - performance.now();
          if (left <= 0) return undefined;
          const before = standing;
          await somethingHappens(left);
          if (standing !== before) return undefined;
        }
      }
      return undefined;
    },
    end() {
      signal.removeEventListener("abort", onAbort);
      // It fails where there never was a connection, and then nothing is to be ended.
      subscription.unsubscribe().catch(() => undefined);
    },
  };
};
