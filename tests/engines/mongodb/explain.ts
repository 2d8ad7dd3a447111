import type { Document } from "mongodb";
import type { MongoProxy } from "./mongo-proxy.ts";

/** Fields of an index in its order, each 1 or -1. */
type Keys = [name: string, direction: number][];

/** Returns what MongoDB's `explain` would, as far as the indexes decide it. The stand-in has no `explain`. */
export type Explained = {
  collection: string;
  filter: Document;
  /** Some index leads to what matches. */
  isFoundByIndex: boolean;
  /** All matching documents are read and sorted, even if few are requested. */
  isSortedInMemory: boolean;
};

const isOperator = (condition: unknown): condition is Document =>
  typeof condition === "object" && condition !== null && Object.keys(condition).some((key) => key.startsWith("$"));

/** Conditions that must all be met. Alternatives count as none. */
const conditionsOf = (filter: Document): [field: string, condition: unknown][] =>
  Object.entries(filter).flatMap(([field, condition]) => {
    if (field === "$and") return (condition as Document[]).flatMap(conditionsOf);
    return field.startsWith("$") ? [] : [[field, condition] as [string, unknown]];
  });

/** An index whose first fields have one value each, or a few, gives the rest of its fields in their order. */
const givesOrder = (keys: Keys, points: ReadonlySet<string>, sort: Keys): boolean => {
  const from = keys.findIndex(([name]) => !points.has(name));
  const rest = from === -1 ? [] : keys.slice(from);
  return [1, -1].some((sign) =>
    sort.every(([name, direction], n) => rest[n]?.[0] === name && rest[n][1] * sign === direction),
  );
};

const keysOf = (document: Document): Keys => Object.entries(document).map(([name, way]) => [name, Number(way)]);

/** Explains the finds that a proxy has seen, by the indexes that it saw being made. */
export const explainFinds = ({ commands }: Pick<MongoProxy, "commands">, made: readonly Document[]): Explained[] => {
  const indexesOf = (collection: string): Keys[] => [
    [["_id", 1]],
    ...made
      .filter(({ createIndexes }) => createIndexes === collection)
      .flatMap(({ indexes }) => (indexes as { key: Document }[]).map(({ key }) => keysOf(key))),
  ];
  return commands.flatMap(({ name, command }) => {
    if (name !== "find") return [];
    const { find: collection, filter = {}, sort = {} } = command;
    const conditions = conditionsOf(filter);
    const points = new Set(
      conditions.flatMap(([field, is]) => (!isOperator(is) || "$in" in is || "$eq" in is ? [field] : [])),
    );
    const single = new Set(conditions.flatMap(([field, is]) => (isOperator(is) ? [] : [field])));
    const indexes = indexesOf(collection);
    // A field with a single value sorts nothing.
    const order = keysOf(sort).filter(([field]) => !single.has(field));
    const named = new Set(conditions.map(([field]) => field));
    return {
      collection,
      filter,
      isFoundByIndex: indexes.some(([first]) => first !== undefined && named.has(first[0])),
      isSortedInMemory: order.length > 0 && !indexes.some((keys) => givesOrder(keys, points, order)),
    };
  });
};
