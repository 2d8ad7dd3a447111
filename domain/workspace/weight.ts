import { type Refusal, refuse } from "../core/decider.ts";
import { jsonBytes, kilobytes } from "../core/json-weight.ts";
import type { WorkspaceState } from "./state.ts";

/**
 * What all things of a workspace may take together, bytes of their JSON with what is kept of who changed them. The quotas of the
 * largest tier filled to the brim take less: 200 filters with 500 article numbers each 1.5 MB, 200 designs with fifty settings each 2 MB.
 * Half of what a snapshot may have, and a tenth of what a process keeps of all streams in memory: without it a workspace could be made
 * that neither holds, and that would be folded anew from all its events for every call.
 */
export const mostBytes = 4_000_000;

/** Of things, and of the parts they are made of. Both never change; who edits a thing makes a new one that shares all other parts. */
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

/** With the signs around and between its fields. */
const weighThing = (thing: object): number =>
  Object.entries(thing).reduce((sum, [field, part]) => sum + field.length + 4 + weighPart(part), 2);

const weighList = (things: readonly object[]): number =>
  things.reduce<number>((sum, thing) => sum + remembering(thing, weighThing), 0);

const weigh = ({ reports, filters, automations }: WorkspaceState): number =>
  weighList(reports) + weighList(filters) + weighList(automations);

/** Why a workspace cannot become `after`: it would grow beyond {@link mostBytes}. One that was too big before may become smaller. */
export const refuseTooHeavy = (before: WorkspaceState, after: WorkspaceState): Refusal | undefined => {
  const bytes = weigh(after);
  if (bytes <= mostBytes || bytes <= weigh(before)) return undefined;
  return refuse(
    "rule",
    `A shop's filters and reports can take up to ${kilobytes(mostBytes)} kB together. With this change they would take ${kilobytes(bytes)} kB. Delete some you no longer need, or remove values from the longest filters, and try again.`,
  );
};
