import { join } from "node:path";
import { upcasters } from "#domain/event-schemas.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import type { WorkspaceEvent } from "#domain/workspace/events.ts";
import type { WorkspaceState } from "#domain/workspace/state.ts";
import { decodeEvent } from "#infra/app/decode-event.ts";
import type { RecordedEvent } from "#infra/ports/event-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/event-store.ts";

export type Recorded = WorkspaceEvent & { id: string; version: number };

/** A workspace from its first event on: every event, and the state after each of them. */
export type WorkspacePast = { events: Recorded[]; states: WorkspaceState[] };

export const readPast = async (dataDir: string, tenant: string): Promise<WorkspacePast> => {
  const store = createSqliteEventStore({ file: join(dataDir, "events.db") });
  try {
    const recorded: RecordedEvent[] = [];
    for (;;) {
      const page = await store.readStream(`workspace-${tenant}`, { fromVersion: recorded.length, limit: 1_000 });
      if (page.length === 0) break;
      recorded.push(...page);
    }
    const past: WorkspacePast = { events: [], states: [] };
    let state = workspaceDecider.initialState;
    for (const one of recorded) {
      const { type, data, metadata } = decodeEvent(one, upcasters);
      const event = { type, data } as WorkspaceEvent;
      state = workspaceDecider.evolve(state, event, metadata, one.version);
      past.events.push({ ...event, id: one.id, version: one.version });
      past.states.push(state);
    }
    return past;
  } finally {
    await store.close();
  }
};

export const ownFilterIds = ({ filters }: WorkspaceState) =>
  filters.filter(({ view }) => view === 0).map(({ filterId }) => filterId);
export const reportIds = ({ reports }: WorkspaceState) => reports.map(({ reportId }) => reportId);

/** What an event is about, as its data says. */
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
