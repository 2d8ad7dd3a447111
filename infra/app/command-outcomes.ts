import type { Refusal } from "#domain/core/decider.ts";
import type { JsonObject } from "../ports/json.ts";
import { StateConflict, type StateStore } from "../ports/state-store.ts";
import { deriveId } from "./derive-id.ts";

/** How a command ended that left no event to know it by. */
export type QuietOutcome = { refusal: Refusal } | { version: number };

const keptFor = 24 * 3_600_000;
const keyOf = (stream: string, commandId: string) => `command:${deriveId("outcome", stream, commandId)}`;

/** First results of commands without events, so that a repeat within a day gets the same answer. */
export const createCommandOutcomes = (stateStore: StateStore, wall: () => Date) => {
  const read = async (stream: string, commandId: string): Promise<QuietOutcome | undefined> => {
    const entry = await stateStore.get<JsonObject>(keyOf(stream, commandId));
    return entry?.value as QuietOutcome | undefined;
  };
  return {
    read,
    /** The outcome that stands: the one recorded first, when another process was faster. */
    record: async (stream: string, commandId: string, outcome: QuietOutcome): Promise<QuietOutcome> => {
      try {
        await stateStore.put(keyOf(stream, commandId), outcome as unknown as JsonObject, {
          ifVersion: 0,
          expiresAt: new Date(wall().getTime() + keptFor),
        });
        return outcome;
      } catch (error) {
        if (!(error instanceof StateConflict)) throw error;
        return (await read(stream, commandId)) ?? outcome;
      }
    },
  };
};
