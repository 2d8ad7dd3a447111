import { findUnknownShops } from "#application/session/assert-shops-known.ts";
import { readShopNames } from "#application/session/shop-names.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import type { Mark } from "#infra/history/marks.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { type Checkpoint, type Disagreement, findDisagreement } from "#infra/ports/stores/history.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import type { Database } from "#infra/sqlite/database.ts";
import { findEntries, readStoreHistory } from "#infra/sqlite/state/state-repair.ts";
import type { Causes } from "./causes.ts";

/** `reactions` and `read models` have one entry per group or read model. */
export type Difference = {
  who: "state.db" | "reactions" | "read models";
  disagreement: Disagreement | "unknown" | "older" | "twice" | "half-mended";
};

export type Comparison = {
  differences: Difference[];
  newest: Mark | undefined;
  /** The newest remembered event that still exists. */
  shared: Mark | undefined;
  stillThere: Mark[];
};

/** Compares the checkpoints of state and read models with the event store. */
export const compare = async (
  eventStore: EventStore,
  { state, stateStore }: { state: Database; stateStore: StateStore },
  readStore: Pick<ReadStore, "checkpoints">,
  { shops, installations }: Pick<Causes, "shops" | "installations">,
): Promise<Comparison> => {
  const differences: Difference[] = [];
  const compareCheckpoint = async (who: Difference["who"], checkpoint: Checkpoint | undefined) => {
    const disagreement = checkpoint && (await findDisagreement(checkpoint, eventStore));
    if (disagreement) differences.push({ who, disagreement });
  };
  const { history, mending } = readStoreHistory(state);
  const marks = history?.marks ?? [];
  const stillThere: Mark[] = [];
  if (history)
    for (const mark of marks)
      if (!(await findDisagreement({ storeId: history.storeId, ...mark }, eventStore))) stillThere.push(mark);
  const newest = marks.at(-1);
  if (!history && (await eventStore.headPosition()) !== undefined)
    differences.push({ who: "state.db", disagreement: "unknown" });
  else if (history && newest) await compareCheckpoint("state.db", { storeId: history.storeId, ...newest });
  else if (history && history.storeId !== eventStore.storeId)
    differences.push({ who: "state.db", disagreement: "another-store" });
  for (const { value } of findEntries<Checkpoint>(state, groupPrefix)) await compareCheckpoint("reactions", value);
  for (const [, checkpoint] of await readStore.checkpoints()) await compareCheckpoint("read models", checkpoint);
  // State that is merely behind fits. But a shop whose name it lost would become a new tenant at its next login.
  const names = await readShopNames(stateStore);
  if (differences.length === 0 && findUnknownShops(installations, names).length > 0)
    differences.push({ who: "state.db", disagreement: "older" });
  // Earlier versions of Sheaf let this happen.
  if (differences.length === 0 && [...shops].some(([shop, tenant]) => names.get(shop) !== tenant))
    differences.push({ who: "state.db", disagreement: "twice" });
  if (differences.length === 0 && mending) differences.push({ who: "state.db", disagreement: "half-mended" });
  return { differences, newest, shared: stillThere.at(-1), stillThere };
};
