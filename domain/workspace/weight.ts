import { type Refusal, refuse } from "../core/decider.ts";
import { jsonBytes, kilobytes } from "../core/json-weight.ts";
import type { WorkspaceState } from "./state.ts";

/**
 * Maximum size of a workspace, bytes of JSON including the authors of changes. The largest tier's full quotas
 * take less: 200 filters with 500 article numbers each 1.5 MB, 200 designs with fifty settings each 2 MB. It is half a
 * snapshot's limit, and a tenth of a process's memory cache for all streams. A larger workspace would fit in neither,
 * so each call would replay all of its events.
 */
export const mostBytes = 4_000_000;

/** Caches sizes of items and their parts. Both are immutable: an edit makes a new item that shares all other parts. */
const known = new WeakMap<object, number>();

const remembering = <Value extends object>(value: Value, weigh: (value: Value) => number): number => {
  const before = known.get(value);
  if (before !== undefined) return before;
  const bytes = weigh(value);
  known.set(value, bytes);
  return bytes;
};

const weighPart = (part: unknown): number =>
  typeof part === "object" && part !== null ? remembering(part, jsonBytes) : jsonBytes(part);

/** Includes the punctuation around and between its fields. */
const weighThing = (thing: object): number =>
  Object.entries(thing).reduce((sum, [field, part]) => sum + field.length + 4 + weighPart(part), 2);

const weighList = (things: readonly object[]): number =>
  things.reduce<number>((sum, thing) => sum + remembering(thing, weighThing), 0);

const weigh = ({ reports, filters, automations }: WorkspaceState): number =>
  weighList(reports) + weighList(filters) + weighList(automations);

/** Refuses a workspace that grows beyond {@link mostBytes}. One that is too big already may shrink. */
export const refuseTooHeavy = (before: WorkspaceState, after: WorkspaceState): Refusal | undefined => {
  const bytes = weigh(after);
  if (bytes <= mostBytes || bytes <= weigh(before)) return undefined;
  return refuse(
    "rule",
    `A shop's filters and reports can take up to ${kilobytes(mostBytes)} kB together. With this change they would take ${kilobytes(bytes)} kB. Delete some you no longer need, or remove values from the longest filters, and try again.`,
  );
};
