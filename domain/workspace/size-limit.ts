import { type Refusal, refuse } from "../core/decider.ts";
import { countJsonBytes, formatKilobytes } from "../core/json-size.ts";
import type { WorkspaceState } from "./state.ts";

/**
 * Bytes of JSON, including authors of changes. The largest tier's full quotas take less: 200 filters with 500
 * article numbers each 1.5 MB, 200 designs with fifty settings each 2 MB. It is half a snapshot's limit, and a tenth of
 * a process's memory cache. A workspace that fits in neither would replay all events on each call.
 */
export const maxBytes = 4_000_000;

/** Items and their parts are immutable: an edit makes a new item that shares its other parts. */
const sizeCache = new WeakMap<object, number>();

const measureCached = <Value extends object>(value: Value, weigh: (value: Value) => number): number => {
  const before = sizeCache.get(value);
  if (before !== undefined) return before;
  const bytes = weigh(value);
  sizeCache.set(value, bytes);
  return bytes;
};

const measurePart = (part: unknown): number =>
  typeof part === "object" && part !== null ? measureCached(part, countJsonBytes) : countJsonBytes(part);

/** Includes punctuation around and between fields. */
const measureItem = (item: object): number =>
  Object.entries(item).reduce((sum, [field, part]) => sum + field.length + 4 + measurePart(part), 2);

const measureList = (items: readonly object[]): number =>
  items.reduce<number>((sum, item) => sum + measureCached(item, measureItem), 0);

const measureWorkspace = ({ reports, filters, automations }: WorkspaceState): number =>
  measureList(reports) + measureList(filters) + measureList(automations);

/** A workspace beyond {@link maxBytes} may shrink, but not grow. */
export const refuseTooLarge = (before: WorkspaceState, after: WorkspaceState): Refusal | undefined => {
  const bytes = measureWorkspace(after);
  if (bytes <= maxBytes || bytes <= measureWorkspace(before)) return undefined;
  return refuse(
    "rule",
    `A shop's filters and reports can take up to ${formatKilobytes(maxBytes)} kB together. With this change they would take ${formatKilobytes(bytes)} kB. Delete some you no longer need, or remove values from the longest filters, and try again.`,
  );
};
