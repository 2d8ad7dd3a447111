import { decodeEvent } from "#application/events/decode-event.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { Vault } from "#infra/ports/stores/vault.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";

export type Recorded = WorkspaceEvent & { id: string; version: number; correlation: string };

/** A workspace from its first event on: every event, and the state after each of them. */
export type WorkspacePast = { events: Recorded[]; states: WorkspaceState[] };

type Both = {
  /** The stored history, with references in place of texts that may name people. */
  kept: WorkspacePast;
  /** The history as editors see it, with plain text. */
  spoken: WorkspacePast;
};

const pastOf = (recorded: readonly RecordedEvent[]): WorkspacePast => {
  const past: WorkspacePast = { events: [], states: [] };
  let state = workspaceDecider.initialState;
  for (const one of recorded) {
    const { type, data, metadata } = decodeEvent(one, upcasters);
    const event = { type, data } as WorkspaceEvent;
    state = workspaceDecider.evolve(state, event, metadata, one.version);
    past.events.push({ ...event, id: one.id, version: one.version, correlation: metadata.correlation });
    past.states.push(state);
  }
  return past;
};

const reference = /pv:[\w-]{22}/g;

/** Replaces all references by their values. */
const inWords = async (vault: Pick<Vault, "readAll">, recorded: RecordedEvent[]): Promise<RecordedEvent[]> => {
  const json = JSON.stringify(recorded);
  const texts = await vault.readAll([...new Set(json.match(reference))]);
  const words = (one: string) => JSON.stringify(texts.get(one) ?? one).slice(1, -1);
  return JSON.parse(json.replaceAll(reference, words)) as RecordedEvent[];
};

export const readPast = async (dataDir: string, tenant: string): Promise<Both> => {
  const { eventStore, vault, close } = await openStores({
    config: { DATA_DIR: dataDir },
    clock: createSystemClock(),
    readModels: "none",
  });
  try {
    const recorded: RecordedEvent[] = [];
    for (;;) {
      const page = await eventStore.readStream(`workspace-${tenant}`, { fromVersion: recorded.length, limit: 1_000 });
      if (page.length === 0) break;
      recorded.push(...page);
    }
    return { kept: pastOf(recorded), spoken: pastOf(await inWords(vault, recorded)) };
  } finally {
    await close();
  }
};

export const ownFilterIds = ({ filters }: WorkspaceState) =>
  filters.filter(({ view }) => view === 0).map(({ filterId }) => filterId);
export const reportIds = ({ reports }: WorkspaceState) => reports.map(({ reportId }) => reportId);

/** Ids in an event's data. */
export const idsOf = ({ data }: WorkspaceEvent): readonly string[] => {
  if ("moved" in data) return data.moved;
  if ("filterId" in data) return [data.filterId];
  return "reportId" in data ? [data.reportId] : [];
};

/** The field of a filter that an event edits, named as calls name it; `all` of one that brings a whole filter. */
export const fieldChangedBy = (event: WorkspaceEvent): string | undefined => {
  if (event.type === "FilterRenamed") return "title";
  if (event.type === "FilterStatusChanged") return event.data.status;
  if (event.type === "FilterSieverChanged") return `OrderSievers.${event.data.siever}`;
  return event.type === "FilterRestored" ? "all" : undefined;
};
