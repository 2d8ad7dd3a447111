import type { PositionedChange } from "../ports/stores/read-store.ts";

export type CollectionChanges = { collection: string; changes: PositionedChange[] };

/** Merges two orders of collections; undefined if they conflict. */
const mergeOrders = (order: readonly string[], event: readonly string[]): string[] | undefined => {
  const both = [...order];
  let index = 0;
  for (const collection of event) {
    const known = both.indexOf(collection);
    if (known === -1) {
      both.splice(index, 0, collection);
      index += 1;
    } else if (known + 1 < index) return undefined;
    else index = known + 1;
  }
  return both;
};

/**
 * Groups changes, so that one call can write many. Keeps the order within an event, and within a collection. Across
 * events, one collection's changes may come before another's.
 */
export const groupByCollection = (changes: readonly PositionedChange[]): CollectionChanges[] => {
  const runs: CollectionChanges[] = [];
  let order: string[] = [];
  let segment = new Map<string, PositionedChange[]>();
  const close = (): void => {
    for (const collection of order) runs.push({ collection, changes: segment.get(collection) ?? [] });
    order = [];
    segment = new Map();
  };
  for (let from = 0; from < changes.length; ) {
    let end = from + 1;
    while (changes[end]?.position === changes[from]?.position && end < changes.length) end += 1;
    const event = changes.slice(from, end);
    const collections = event.map(({ collection }) => collection).filter((name, n, all) => name !== all[n - 1]);
    const next = mergeOrders(order, collections);
    if (!next) {
      close();
      // An event that returns to a collection is written step by step.
      if (!mergeOrders([], collections)) {
        for (const change of event) runs.push({ collection: change.collection, changes: [change] });
        from = end;
        continue;
      }
    }
    order = next ?? mergeOrders([], collections) ?? [];
    for (const change of event) {
      const known = segment.get(change.collection);
      if (known) known.push(change);
      else segment.set(change.collection, [change]);
    }
    from = end;
  }
  close();
  return runs;
};
