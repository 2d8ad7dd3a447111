import { type Refusal, refuse } from "#domain/core/decider.ts";
import { commandAnswerKeptHours, hourMs } from "#domain/retention/retention.ts";
import { shortenText } from "#domain/text/shorten-text.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { deriveEventId } from "../text/derive-id.ts";

/**
 * Outcome of a command without events: refused, or no change at a version. `at`: the version it was refused on. Stored
 * only if the refusal is too long to be kept whole; a repeat is then decided there again.
 */
export type NoOpOutcome = { refusal: Refusal; at?: number } | { version: number };

/** Stored outcome of a command (ADR 22). `first`: version of its first event, if it succeeded. */
export type CommandOutcome = NoOpOutcome | { first: number };

/**
 * Claim by a process about to answer that a command has no events (ADR 62). Holds no outcome, but makes others
 * overwrite it before they go on.
 */
export const claimed = { claimed: true } as const;

/** `entry`: version of the stored note, checked by the next write; 0 if there is none. A claim has no outcome. */
export type RecordedOutcome = { outcome: CommandOutcome | undefined; entry: number };

type StoredOutcome = CommandOutcome | typeof claimed;
const outcomeOf = (noted: StoredOutcome): CommandOutcome | undefined => ("claimed" in noted ? undefined : noted);

export const noRecordedOutcome: RecordedOutcome = { outcome: undefined, entry: 0 };

const outcomeRetention = commandAnswerKeptHours * hourMs;
/** Keyed by the id of the command's first event, real or not: for some events only the id is known. */
const toKey = (firstId: string) => `command:${firstId}`;

/** Longest refusal stored whole, characters of its JSON. Repeated refusals must not fill the disk. */
const maxStoredRefusal = 1_000;

/** The outcome as stored: small, however long the refusal. */
const toStored = (outcome: StoredOutcome): StoredOutcome => {
  if (!("refusal" in outcome)) return outcome;
  const { refusal, at } = outcome;
  if (at === undefined || JSON.stringify(refusal).length <= maxStoredRefusal) return { refusal };
  return { refusal: refuse(refusal.code, shortenText(refusal.message, maxStoredRefusal / 2)), at };
};

/** Outcomes of named commands. A repeat within a day gets the first answer, however far its stream has grown. */
export const createCommandOutcomes = (stateStore: StateStore, wall: () => Date) => {
  const forADay = () => ({ expiresAt: new Date(wall().getTime() + outcomeRetention), durable: "soon" }) as const;
  return {
    read: async (stream: string, commandId: string): Promise<RecordedOutcome> => {
      const known = await stateStore.get<JsonObject>(toKey(deriveEventId(stream, commandId, 0)));
      return known ? { outcome: outcomeOf(known.value as StoredOutcome), entry: known.version } : noRecordedOutcome;
    },
    /** False when another process has written since `before` was read; read its note first. */
    note: async (
      stream: string,
      commandId: string,
      ended: StoredOutcome,
      before: RecordedOutcome,
    ): Promise<RecordedOutcome | false> => {
      const outcome = toStored(ended);
      try {
        const entry = await stateStore.put(
          toKey(deriveEventId(stream, commandId, 0)),
          outcome as unknown as JsonObject,
          {
            ifVersion: before.entry,
            ...forADay(),
          },
        );
        return { outcome: outcomeOf(outcome), entry };
      } catch (error) {
        if (error instanceof StateConflict) return false;
        throw error;
      }
    },
    /** Records event versions by id, all in one go. Stored events are facts, so this overwrites any earlier note. */
    noteStanding: async (events: readonly (readonly [id: string, version: number])[]): Promise<void> => {
      const until = forADay();
      await Promise.all(events.map(([id, first]) => stateStore.put(toKey(id), { first }, until)));
    },
  };
};
