import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { createCommandRunner } from "#application/commands/command-runner.ts";
import type { CommandRequest, CommandResult } from "#application/commands/command-runner-types.ts";
import { type Decider, isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent } from "#domain/core/message.ts";
import { createUpcasters } from "#domain/core/upcasters.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";

/** A shelf of labelled items: enough to see everything that a runner does. */
export type ShelfEvent =
  | DomainEvent<"Labelled", { id: string; label: string; by: string }>
  | DomainEvent<"Cleared", object>;
export type Shelf = { labels: string[]; last: string };
export type ShelfCommand = { context: CommandContext } & (
  | { type: "Label"; labels: string[] }
  | { type: "Clear" }
  | { type: "LabelOnce"; label: string; most: number }
);
export const shelfDecider: Decider<ShelfCommand, ShelfEvent, Shelf> = {
  category: "shelf",
  stateSchema: 1,
  initialState: { labels: [], last: "" },
  decide: (command, state) => {
    if (command.type === "Clear") return state.labels.length === 0 ? [] : [{ type: "Cleared", data: {} }];
    if (command.type === "LabelOnce" && state.labels.length >= command.most)
      return refuse("rule", "The shelf is full.");
    const labels = command.type === "Label" ? command.labels : [command.label];
    return labels.map((label, n) => ({ type: "Labelled", data: { id: command.context.newId(n), label, by: "us" } }));
  },
  evolve: (state, event, metadata) =>
    event.type === "Cleared"
      ? { labels: [], last: "" }
      : { labels: [...state.labels.slice(-99), event.data.label], last: `${event.data.by} ${metadata.instant}` },
};
export const upcasters = createUpcasters({ Labelled: 2, Cleared: 1 }, [
  { type: "Labelled", from: 1, upcast: (data) => ({ ...(data as object), by: "somebody" }) },
]);
export const request = (changes: Partial<CommandRequest> = {}): CommandRequest => ({
  tenant: "t",
  actor: { kind: "merchant" },
  correlation: "request-1",
  ...changes,
});
export const label =
  (...labels: string[]) =>
  (context: CommandContext): ShelfCommand => ({ type: "Label", labels, context });
export const once =
  (text: string, most: number) =>
  (context: CommandContext): ShelfCommand => ({ type: "LabelOnce", label: text, most, context });
export const clear = (context: CommandContext): ShelfCommand => ({ type: "Clear", context });
export const done = (answer: Refusal | CommandResult<ShelfEvent, Shelf>): CommandResult<ShelfEvent, Shelf> => {
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer;
};

export type Stores = { eventStore: EventStore; stateStore: StateStore; close(): Promise<void> };
export const adapters: Record<string, () => Promise<Stores>> = {
  memory: async () => {
    const eventStore = createMemoryEventStore();
    return { eventStore, stateStore: createMemoryStateStore(), close: () => eventStore.close() };
  },
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-runner-"));
    const eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
    const state = openStateDatabase(join(folder, "state.db"));
    const stateStore = createSqliteStateStore(state, createSystemClock());
    const close = async () => {
      await eventStore.close();
      state.close();
      await rm(folder, { recursive: true });
    };
    return { eventStore, stateStore, close };
  },
};

/** Fresh stores for each test, and processes that work on them. */
export const useShelf = (open: () => Promise<Stores>) => {
  let opened: Stores | undefined;
  let processes = 0;
  const system = createSystemClock();
  const { now, advance } = createFakeClock();
  let advanced = 0;
  /** Real time, except business time, which stands still until it is advanced. */
  const clock = {
    ...system,
    now,
    wall: () => new Date(system.wall().getTime() + advanced),
    advance: (ms: number) => {
      advance(ms);
      advanced += ms;
    },
  };
  const stores = (): Stores => {
    if (!opened) throw new Error("The stores are opened before each test.");
    return opened;
  };
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened?.close());
  return {
    clock,
    get stores() {
      return stores();
    },
    /** A process of its own: nothing is cached. */
    runner: (changes: Partial<Stores> = {}) =>
      createCommandRunner({ ...stores(), ...changes, clock, ids: createFakeIds(`process ${++processes}`), upcasters }),
  };
};
