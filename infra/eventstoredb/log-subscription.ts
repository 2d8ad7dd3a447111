import { setImmediate as nextTurn } from "node:timers/promises";
import { type AllStreamResolvedEvent, excludeSystemEvents, type Filter, streamNameFilter } from "@eventstore/db-client";
import type { UnsealedEvent } from "../ports/stores/sealed-event.ts";
import { toOurEvent } from "./event-mapping.ts";
import { isAfter, type LogPosition } from "./positions.ts";
import { requireLeader, type Server } from "./server.ts";

/** Maximum characters of a batch without its last event, so that large events come a few at a time. */
const maxWeight = 4_000_000;
/** Turns of the event loop that a batch waits for more. */
const patientTurns = 3;
/** Events passed over between two checkpoints. */
const betweenCheckpoints = 1_000;

const weightOf = (value: unknown): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 8;
  return Object.values(value).reduce((sum: number, inner) => sum + weightOf(inner), 8);
};

/**
 * `confirmed`: accepted, though 24.10 may still refuse the start. `giving`: it advanced. `caught-up`: everything that
 * was in the log when the server reported its end was taken.
 */
type SubscriptionStatus = "asked" | "confirmed" | "giving" | "caught-up";

export type LogSubscription = {
  /**
   * Our next events; undefined after `ms` without any, or on a change of status.
   * @throws the error that ended the subscription
   */
  next(ms: number): Promise<UnsealedEvent[] | undefined>;
  status(): SubscriptionStatus;
  /** Events were passed on up to here, where another subscription may begin. May be between events. */
  reachedPosition(): LogPosition;
  close(): void;
};

/** Filters by stream names only: read models must reach the newest event, whatever its type. */
const filterOf = (
  { prefix, categories }: Server,
  category: string | undefined,
  checkpointReached: NonNullable<Filter["checkpointReached"]>,
) => {
  const options = { checkpointReached, maxSearchWindow: betweenCheckpoints };
  const names = category === undefined ? categories : [category];
  if (names) return streamNameFilter({ prefixes: names.map((name) => `${prefix}${name}-`), ...options });
  return prefix === "" ? excludeSystemEvents(options) : streamNameFilter({ prefixes: [prefix], ...options });
};

export const openLogSubscription = (
  server: Server,
  fromPosition: LogPosition,
  { batchSize, category, signal }: { batchSize: number; category?: string | undefined; signal?: AbortSignal },
): LogSubscription => {
  /** Notices of the server. They arrive at once, but apply after all earlier events were taken. */
  const words: { after: number; position?: LogPosition }[] = [];
  let takenCount = 0;
  let through = fromPosition;
  let status: SubscriptionStatus = "asked";
  let failure: { reason: unknown } | undefined;
  let wake = (): void => undefined;
  const hear = (word: { position?: LogPosition }): void => {
    words.push({ after: takenCount + subscription.readableLength, ...word });
    wake();
  };
  const filter = filterOf(server, category, (_subscription, position) => hear({ position }));
  const subscription = server.client.subscribeToAll({ fromPosition, filter, ...requireLeader }, { highWaterMark: 64 });
  const fail = (reason: unknown): void => {
    failure ??= { reason };
    wake();
  };
  subscription.on("readable", () => wake());
  subscription.on("confirmation", () => {
    status = "confirmed";
    wake();
  });
  subscription.on("caughtUp", () => hear({}));
  // Never removed: the client emits some errors late.
  subscription.on("error", fail);
  subscription.on("end", () => fail(new Error("the server ended the subscription")));
  subscription.on("close", () => fail(new Error("the subscription was closed")));
  const onAbort = (): void => wake();
  signal?.addEventListener("abort", onAbort);

  /** Servers repeat notices between events, or give no position. */
  const passOn = (position: LogPosition): void => {
    if (!isAfter(position, through)) return;
    through = position;
    if (status !== "caught-up") status = "giving";
  };
  const heed = (): void => {
    for (let [word] = words; word && word.after <= takenCount; [word] = words) {
      words.shift();
      server.liveness.messagesReceived += 1;
      if (word.position) passOn(word.position);
      else status = "caught-up";
    }
  };
  const somethingHappens = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  return {
    status: () => status,
    reachedPosition: () => through,
    async next(ms) {
      const events: UnsealedEvent[] = [];
      const before = status;
      let weight = 0;
      let turns = 0;
      const until = performance.now() + ms;
      while (!signal?.aborted) {
        heed();
        const resolved: AllStreamResolvedEvent | null = subscription.read();
        if (resolved) {
          takenCount += 1;
          server.liveness.messagesReceived += 1;
          if (resolved.event) passOn(resolved.event.position);
          const event = toOurEvent(resolved, server);
          if (!event) continue;
          events.push(event);
          weight += weightOf(event.data);
          turns = 0;
          if (events.length >= batchSize || weight > maxWeight) return events;
        } else if (events.length > 0) {
          if (failure || turns >= patientTurns) return events;
          turns += 1;
          await nextTurn();
        } else {
          if (failure) throw failure.reason;
          if (status !== before) return undefined;
          const left = until - performance.now();
          if (left <= 0) return undefined;
          await somethingHappens(left);
        }
      }
      return undefined;
    },
    close() {
      signal?.removeEventListener("abort", onAbort);
      // Unsubscribing fails without a connection.
      subscription.unsubscribe().catch(() => undefined);
    },
  };
};
