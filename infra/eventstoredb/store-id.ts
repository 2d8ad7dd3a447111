import { randomUUID } from "node:crypto";
import {
  jsonEvent,
  NO_STREAM,
  type ResolvedEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@eventstore/db-client";
import { StoreDamaged, StreamDamaged } from "../ports/store-errors.ts";
import { retryUntilAnswered } from "./errors.ts";
import { type LogPosition, toPosition } from "./positions.ts";
import { collect, requireLeader, type Server } from "./server.ts";
import { assertNotDeleted } from "./truncated-streams.ts";

/** The stream whose only event holds the store's ID. The event has no seal: readers of Sheaf's events skip it. */
export const storeIdStream = "sheaf-store";

export const readStoreId = async ({ client, prefix }: Server, ms: number): Promise<ResolvedEvent["event"]> => {
  const reading = client.readStream(prefix + storeIdStream, { maxCount: 1, ...requireLeader });
  const [first] = await collect<ResolvedEvent>(reading, ms).catch((error: unknown) => {
    if (error instanceof StreamNotFoundError) return [];
    throw error;
  });
  return first?.event;
};

/** Reads the store's ID, which the first process writes. `beginning`: position of its event, before all of ours. */
export const getOrCreateStoreId = (
  server: Server,
  ms: number,
): Promise<{ storeId: string; beginning: LogPosition }> => {
  const { client, prefix, ...rest } = server;
  const stream = prefix + storeIdStream;
  return retryUntilAnswered({ ...rest, stream }, ms, async (timeoutMs) => {
    const deadline = rest.clock.steady() + timeoutMs;
    let event = await readStoreId(server, timeoutMs);
    if (!event) {
      await assertNotDeleted(server, storeIdStream, deadline - rest.clock.steady());
      const storeIdEvent = jsonEvent({ type: "StoreBegun", data: { storeId: randomUUID() } });
      const remainingMs = Math.max(1, deadline - rest.clock.steady());
      await client
        .appendToStream(stream, storeIdEvent, { expectedRevision: NO_STREAM, deadline: remainingMs, ...requireLeader })
        .catch((error: unknown) => {
          // Two processes may start for the first time: one writes the ID and both read it.
          if (!(error instanceof WrongExpectedVersionError)) throw error;
        });
      event = await readStoreId(server, deadline - rest.clock.steady());
    }
    if (!event) throw new Error("The server confirmed the store's id but doesn't return it yet.");
    const { storeId } = event.data as { storeId?: unknown };
    if (typeof storeId !== "string" || !event.position)
      throw new StoreDamaged(
        `The stream ${stream} in ${rest.server} does not hold the id that Sheaf keeps there. Restore a backup of the server.`,
        { reason: `${stream} holds no id` },
      );
    toPosition(event.position);
    return { storeId, beginning: event.position };
  }).catch((error: unknown) => {
    if (!(error instanceof StreamDamaged)) throw error;
    // Without this stream, the owner of all others is unknown.
    throw new StoreDamaged(error.message, { reason: `the stream ${stream} is damaged`, cause: error });
  });
};
