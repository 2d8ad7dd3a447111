import { exportOfPrefix } from "#application/privacy/shop-exports.ts";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import { groupPrefix } from "#infra/bus/following-bus.ts";
import { relayPrefix } from "#infra/bus/relay-lease.ts";
import { type History, historyKey } from "#infra/history/marks.ts";
import { offsetPrefix } from "#infra/kafka/consumed-events.ts";
import type { Json } from "#infra/ports/json.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { Checkpoint } from "#infra/ports/stores/history.ts";
import type { JobRow, StateRow } from "#infra/ports/stores/moving.ts";

/** Key of the move's record in the target's state store. */
export const moveKey = "move";
/**
 * Entries that aren't copied. Snapshots are rebuilt. Offsets of relays and groups belong to topics with the source's
 * events; the move publishes everything to new topics (`consumed-offsets.ts`).
 */
const uncopiedPrefixes = ["snapshot:", relayPrefix, offsetPrefix];

/** True for these, the history, which is written last ({@link translateHistory}), and an earlier move's record. */
export const isNotCopied = ({ key }: { key: string }): boolean =>
  key === historyKey || key === moveKey || uncopiedPrefixes.some((prefix) => key.startsWith(prefix));

export type Translation = {
  storeId: string;
  position: (of: Position) => Position;
};

const checkpoint = (from: Checkpoint, { storeId, position }: Translation): Checkpoint => ({
  ...from,
  storeId,
  position: position(from.position),
});

/** Translates positions, which only group checkpoints (`bus:`) and export requests (`export-of:`) hold. */
export const translateState = (row: StateRow, to: Translation): StateRow => {
  const { key } = row;
  const value = row.value as unknown;
  if (key.startsWith(groupPrefix)) return { ...row, value: checkpoint(value as Checkpoint, to) as unknown as Json };
  if (key.startsWith(exportOfPrefix)) {
    const noted = value as { position: Position };
    return { ...row, value: { ...noted, position: to.position(noted.position) } as unknown as Json };
  }
  return row;
};

/** Translates a privacy request's position, which bounds its data. Other jobs hold none. */
export const translateJob = (row: JobRow, to: Translation): JobRow =>
  row.kind === privacyRequestJobKind
    ? { ...row, payload: { ...row.payload, position: to.position(String(row.payload.position)) } }
    : row;

export const translateHistory = (history: History, { storeId, position }: Translation): History => ({
  storeId,
  marks: history.marks.map((mark) => ({ ...mark, position: position(mark.position) })),
});
