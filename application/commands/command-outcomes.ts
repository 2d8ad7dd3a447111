import { type Refusal, refuse } from "#domain/core/decider.ts";
import { answerKnownHours, hourMs } from "#domain/retention/retention.ts";
import { shortened } from "#domain/text/shortened.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import { StateConflict, type StateStore } from "#infra/ports/stores/state-store.ts";
import { eventIdOf } from "../text/derive-id.ts";

/**
 * How a command ended that left no event: refused, or without a change of the stream at a version. `at`: the version that was refused upon;
 * of what is remembered it is there only where the refusal was too long to be kept whole, so that a repeat is decided there once more.
 */
export type QuietOutcome = { refusal: Refusal; at?: number } | { version: number };

/** What is remembered of a command (ADR 22). `first`: the version at which its first event stands, if the command went through. */
export type CommandOutcome = QuietOutcome | { first: number };

/** That somebody is about to say of a command that it leaves no event (ADR 62): it tells nothing, but that whoever goes on must take its place. */
export const claimed = { claimed: true } as const;

/** `entry`: by it a later note takes the place of this one, and of no other; 0 where there is none. A claim has no outcome. */
export type Remembered = { outcome: CommandOutcome | undefined; entry: number };

type Noted = CommandOutcome | typeof claimed;
const outcomeOf = (noted: Noted): CommandOutcome | undefined => ("claimed" in noted ? undefined : noted);

export const nothingRemembered: Remembered = { outcome: undefined, entry: 0 };

const keptFor = answerKnownHours * hourMs;
/** By the id of the first event that the command has or would have: so an event can be noted of which only the id is known. */
const keyOf = (firstId: string) => `command:${firstId}`;

/** The longest refusal that is kept whole, characters of its JSON: whoever is refused a thousand times must not fill the disk. */
const longestKept = 1_000;

/** An outcome as it is kept: small, whatever was refused and however much a refusal tells of what stands there. */
const kept = (outcome: Noted): Noted => {
  if (!("refusal" in outcome)) return outcome;
  const { refusal, at } = outcome;
  if (at === undefined || JSON.stringify(refusal).length <= longestKept) return { refusal };
  return { refusal: refuse(refusal.code, shortened(refusal.message, longestKept / 2)), at };
};

/** Outcomes of named commands, so that a repeat within a day gets the answer of the first time, however far its stream has gone on. */
export const createCommandOutcomes = (stateStore: StateStore, wall: () => Date) => {
  const forADay = () => ({ expiresAt: new Date(wall().getTime() + keptFor), durable: "soon" }) as const;
  return {
    read: async (stream: string, commandId: string): Promise<Remembered> => {
      const known = await stateStore.get<JsonObject>(keyOf(eventIdOf(stream, commandId, 0)));
      return known ? { outcome: outcomeOf(known.value as Noted), entry: known.version } : nothingRemembered;
    },
    /** False when another process has noted something since `before` was read: then that is to be looked at first. */
    note: async (stream: string, commandId: string, ended: Noted, before: Remembered): Promise<Remembered | false> => {
      const outcome = kept(ended);
      try {
        const entry = await stateStore.put(keyOf(eventIdOf(stream, commandId, 0)), outcome as unknown as JsonObject, {
          ifVersion: before.entry,
          ...forADay(),
        });
        return { outcome: outcomeOf(outcome), entry };
      } catch (error) {
        if (error instanceof StateConflict) return false;
        throw error;
      }
    },
    /** Notes where events stand, by id and version, those that wait together in one go: what stands there is true, whatever was noted before. */
    noteStanding: async (events: readonly (readonly [id: string, version: number])[]): Promise<void> => {
      const until = forADay();
      await Promise.all(events.map(([id, first]) => stateStore.put(keyOf(id), { first }, until)));
    },
  };
};
