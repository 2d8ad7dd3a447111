import type { EventStoreServer } from "../engines/eventstoredb/server.ts";
import type { MongoProxy } from "../engines/mongodb/mongo-proxy.ts";

/**
 * Requests to the engines. `changes`: changed documents of MongoDB by collection; one command may change many. `reads`:
 * commands that change nothing, by collection.
 */
export type Counts = {
  eventCalls: number;
  commands: number;
  changes: ReadonlyMap<string, number>;
  reads: ReadonlyMap<string, number>;
};

const changing = ["insert", "update", "delete", "findAndModify"];

/** How many changes of documents a command asks for. */
const changesIn = (name: string, command: Record<string, unknown>): number => {
  const lists = [command.documents, command.updates, command.deletes];
  const sum = lists.reduce<number>((most, list) => most + (Array.isArray(list) ? list.length : 0), 0);
  return name === "findAndModify" ? 1 : sum;
};

/** Collections of parts of read models go by one name. */
const familyOf = (collection: unknown): string => {
  if (typeof collection !== "string") return "no collection";
  return collection.startsWith("read-model.") ? "read models" : collection;
};

/** Counts from now on until it is asked. */
export const countFrom = (proxy: MongoProxy, events: EventStoreServer): (() => Counts) => {
  const [callsBefore, commandsBefore] = [events.seen.length, proxy.commands.length];
  return () => {
    const changes = new Map<string, number>();
    const reads = new Map<string, number>();
    const commands = proxy.commands.slice(commandsBefore);
    for (const { name, command } of commands) {
      const changed = changing.includes(name) ? changesIn(name, command) : 0;
      const [counted, by] = changed > 0 ? [changes, changed] : [reads, 1];
      const collection = familyOf(command[name]);
      counted.set(collection, (counted.get(collection) ?? 0) + by);
    }
    return { eventCalls: events.seen.length - callsBefore, commands: commands.length, changes, reads };
  };
};

/** All changes together. */
export const sumOf = (changes: ReadonlyMap<string, number>): number =>
  [...changes.values()].reduce((sum, count) => sum + count, 0);
