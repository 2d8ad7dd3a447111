import type { ReadStore } from "../ports/stores/read-store.ts";
import { cloneAsJson, createSeededRandom, delayRandomly } from "./irregularity.ts";
import { compareValues, matchesFilters } from "./match.ts";
import { createReadTables, type ReadTables } from "./read-tables.ts";

type Change = (tables: ReadTables) => unknown;

/** `openReplica`: opens another process's view, lagging as much as the port allows. */
export type MemoryReadStore = ReadStore & { openReplica(): MemoryReadStore };

type View = {
  /** Tables at some moment, never earlier than the last one. */
  some(): ReadTables;
  present(): ReadTables;
};

/** Creates a store that lives as long as the object. Ensure a collection before writing it. */
export const createMemoryReadStore = (): MemoryReadStore => {
  const dice = createSeededRandom();
  const tables = createReadTables();
  /** Changes that each replica has not seen. */
  const backlogs: Change[][] = [];
  const perform = <Result>(change: (tables: ReadTables) => Result): Result => {
    const result = change(tables);
    for (const backlog of backlogs) backlog.push(change);
    return result;
  };
  const elsewhere = (): MemoryReadStore => {
    const seen = createReadTables(tables);
    const backlog: Change[] = [];
    backlogs.push(backlog);
    const forward = (count: number): ReadTables => {
      for (const change of backlog.splice(0, count)) change(seen);
      return seen;
    };
    return createClient({
      some: () => forward(Math.floor(dice() * (backlog.length + 1))),
      present: () => forward(backlog.length),
    });
  };

  const createClient = (view: View): MemoryReadStore => {
    const write = <Result>(change: (tables: ReadTables) => Result): Result => {
      const result = perform(change);
      view.present();
      return result;
    };
    return {
      openReplica: elsewhere,
      async ensureCollections(definitions) {
        for (const { name } of definitions) write((all) => all.ensure(name));
      },
      async get(collection, id) {
        await delayRandomly(dice);
        const found = view.some().get(collection, id);
        return found && cloneAsJson(found);
      },
      async find(collection, { where = [], sort = [], offset = 0, limit = 1_000 }) {
        await delayRandomly(dice);
        const documents = view.some().documentsOf(collection);
        const found = documents.filter(({ document }) => matchesFilters(document, where));
        found.sort((a, b) => {
          for (const { field, descending } of sort) {
            const order = compareValues(a.document[field], b.document[field]);
            if (order !== 0) return descending ? -order : order;
          }
          return compareValues(a.id, b.id);
        });
        return cloneAsJson(found.slice(offset, offset + limit));
      },
      async count(collection, where = [], { atMost = Number.POSITIVE_INFINITY } = {}) {
        await delayRandomly(dice);
        const documents = view.some().documentsOf(collection);
        return Math.min(atMost, documents.filter(({ document }) => matchesFilters(document, where)).length);
      },
      async apply(changes, { fence = 0, following } = {}) {
        view.present().assertNotBehind(following, fence);
        for (const change of cloneAsJson(changes)) {
          if (dice() < 0.1) await delayRandomly(dice);
          view.present().assertNotBehind(following, fence);
          write((all) => all.apply(change, fence));
        }
      },
      async clear(collection, { fence = 0 } = {}) {
        write((all) => all.clear(collection, fence));
      },
      async drop(collection, { fence = 0 } = {}) {
        write((all) => all.drop(collection, fence));
      },
      async readCheckpoint(name) {
        await delayRandomly(dice);
        const checkpoint = view.some().checkpoints.get(name)?.checkpoint;
        return checkpoint && cloneAsJson(checkpoint);
      },
      async writeCheckpoint(name, checkpoint, { fence = 0, following } = {}) {
        await delayRandomly(dice);
        const kept = checkpoint && cloneAsJson(checkpoint);
        view.present().assertNotBehind(following, fence);
        return write((all) => all.writeCheckpoint(name, kept, fence));
      },
      async checkpoints() {
        await delayRandomly(dice);
        return new Map(
          [...view.some().checkpoints].flatMap(([name, { checkpoint }]) =>
            checkpoint ? [[name, cloneAsJson(checkpoint)] as const] : [],
          ),
        );
      },
      async readRegister(name) {
        await delayRandomly(dice);
        const register = view.present().registers.get(name);
        return register && cloneAsJson(register);
      },
      async writeRegister(name, value, { ifVersion }) {
        await delayRandomly(dice);
        const kept = cloneAsJson(value);
        return write((all) => all.writeRegister(name, kept, ifVersion));
      },
      async close() {},
    };
  };

  return createClient({ some: () => tables, present: () => tables });
};
