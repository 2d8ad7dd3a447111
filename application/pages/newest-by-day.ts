import { dayMs } from "#domain/retention/retention.ts";
import type { Clock } from "#infra/ports/clock.ts";
import type { Json } from "#infra/ports/json.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";

/** Maximum rows of a list: enough for people, who can narrow it to see others. */
export const maxNewest = 2_000;

/** Index value of an entry: its UTC day. */
export const toUtcDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** Reads entries from today backwards until there are enough. */
export const readNewestByDay = async <Kept extends Json, Row>(
  { state, clock }: { state: Pick<StateStore, "find">; clock: Pick<Clock, "wall"> },
  { index, days, rowOf }: { index: string; days: number; rowOf: (key: string, kept: Kept) => Row },
): Promise<Row[]> => {
  const now = clock.wall().getTime();
  const rows: Row[] = [];
  // Other processes' clocks may be slightly ahead.
  for (let ago = -1; ago <= days && rows.length < maxNewest; ago += 1) {
    const entries = await state.find<Kept>(index, toUtcDay(new Date(now - ago * dayMs)), maxNewest * 5);
    rows.push(...entries.map(({ key, value }) => rowOf(key, value)));
  }
  return rows;
};
