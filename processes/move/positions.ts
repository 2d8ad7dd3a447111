import { exportOfPrefix } from "#application/privacy/exports-of.ts";
import { carryOutKind } from "#domain/retention/job-kinds.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { relayPrefix } from "#infra/bus/hold-relay.ts";
import { type History, historyKey } from "#infra/history/marks.ts";
import { placePrefix } from "#infra/kafka/taken.ts";
import type { Json } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Checkpoint } from "#infra/ports/stores/history.ts";
import type { JobRow, StateRow } from "#infra/ports/stores/moving.ts";

/** Where the move itself is noted, in the state store that is moved to. */
export const moveKey = "move";
/**
 * Not copied: snapshots of streams hold a position and the id of their store, and are made anew as streams are read. A relay's place and the
 * places of groups are of topics that hold events of the store that is left: to new topics all is published (`heard.ts`).
 */
const leftBehind = ["snapshot:", relayPrefix, placePrefix];

/** Beside these the history stays, which is written last ({@link translatedHistory}), and what an earlier move noted. */
export const staysBehind = ({ key }: { key: string }): boolean =>
  key === historyKey || key === moveKey || leftBehind.some((prefix) => key.startsWith(prefix));

/** `storeId`: of the event store that is moved to. `position`: where an event stands there, by where it stood. */
export type Translation = { storeId: string; position: (of: Position) => Position };

const checkpoint = (from: Checkpoint, { storeId, position }: Translation): Checkpoint => ({
  ...from,
  storeId,
  position: position(from.position),
});

/**
 * An entry as it must be beside another event store: how far each group of reactions has heard (`bus:`), and where the request of an export
 * stands (`export-of:`). No other entry that is copied holds a position.
 */
export const translatedState = (row: StateRow, to: Translation): StateRow => {
  const { key } = row;
  const value = row.value as unknown;
  if (key.startsWith(groupPrefix)) return { ...row, value: checkpoint(value as Checkpoint, to) as unknown as Json };
  if (key.startsWith(exportOfPrefix)) {
    const noted = value as { position: Position };
    return { ...row, value: { ...noted, position: to.position(noted.position) } as unknown as Json };
  }
  return row;
};

/** A job as it must be: a request about personal data tells what was there before it by its position. No other job holds one. */
export const translatedJob = (row: JobRow, to: Translation): JobRow =>
  row.kind === carryOutKind
    ? { ...row, payload: { ...row.payload, position: to.position(String(row.payload.position)) } }
    : row;

export const translatedHistory = (history: History, { storeId, position }: Translation): History => ({
  storeId,
  marks: history.marks.map((mark) => ({ ...mark, position: position(mark.position) })),
});
