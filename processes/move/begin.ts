import { type History, historyBeforeMendKey, historyKey } from "#infra/history/marks.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import { findDisagreement, HistoryDiffers } from "#infra/ports/stores/history.ts";
import { CannotMove } from "./cannot-move.ts";
import { moveKey } from "./positions.ts";
import type { MoveOptions, Side } from "./side.ts";

/** Record on the target side. Until the move is done Sheaf doesn't start there, as the target has no history. */
type MoveRecord = { from: string; to: string; begunAt: string; doneAt: string | null };

export type BegunMove = {
  /** True if only the comparison is left. */
  isDone: boolean;
  history: History;
  /** Wall time for expiry of entries, ms. */
  now: number;
  record: MoveRecord;
};

/** @throws {HistoryDiffers} {CannotMove} its stores do not belong together; a copy would not start either */
const historyOf = async ({ name, eventStore, stateStore }: Side): Promise<History> => {
  if (await stateStore.get(historyBeforeMendKey))
    throw new CannotMove(`A repair of ${name} was not finished. Run '${operatorCommand("repair", "--mend")}' first.`);
  const history = (await stateStore.get<History>(historyKey))?.value;
  if (!history) throw new CannotMove(`There is no data of Sheaf in ${name}. Nothing was changed.`);
  if (history.storeId !== eventStore.storeId)
    throw HistoryDiffers.of("The entries of the state store", "another-store");
  const newest = history.marks.at(-1);
  const disagreement = newest && (await findDisagreement({ storeId: history.storeId, ...newest }, eventStore));
  if (disagreement) throw HistoryDiffers.of("The entries of the state store", disagreement);
  return history;
};

const isEmpty = async ({ eventStore, documents, fileStore }: Side): Promise<boolean> => {
  const one = { limit: 1 };
  const found = [documents.state.page(one), documents.jobs.page(one), documents.vault.page(one), fileStore.list(one)];
  return (
    (await eventStore.headPosition()) === undefined && (await Promise.all(found)).every(({ length }) => length === 0)
  );
};

const recordMove = async ({ to, from, clock }: MoveOptions): Promise<MoveRecord> => {
  const record = (await to.stateStore.get<MoveRecord>(moveKey))?.value;
  const sides = { from: from.eventStore.storeId, to: to.eventStore.storeId };
  if (!record) {
    if (!(await isEmpty(to)))
      throw new CannotMove(
        `There is data in ${to.name} that no move from ${from.name} has put there. Move to a place that is empty; nothing was changed.`,
      );
    const fresh = { ...sides, begunAt: clock.wall().toISOString(), doneAt: null };
    await to.stateStore.put(moveKey, fresh);
    return fresh;
  }
  if (record.from !== sides.from || record.to !== sides.to)
    throw new CannotMove(
      `A move to ${to.name} was begun from another place than ${from.name}, or its events were replaced since. Empty ${to.name} and run the move again.`,
    );
  return record;
};

/**
 * Checks that the sides fit, and records the move on the target.
 * @throws {CannotMove} {HistoryDiffers}
 */
export const beginMove = async (options: MoveOptions): Promise<BegunMove> => {
  const { from, to, clock, say } = options;
  if (from.eventStore.storeId === to.eventStore.storeId)
    throw new CannotMove(`${from.name} and ${to.name} have the same events. Name another place to move to.`);
  const history = await historyOf(from);
  const record = await recordMove(options);
  say(
    record.doneAt === null
      ? `Moving from ${from.name} to ${to.name}.`
      : `The move to ${to.name} was done on ${record.doneAt}: both are compared.`,
  );
  return { isDone: record.doneAt !== null, history, now: clock.wall().getTime(), record };
};

export const endMove = async ({ to, clock }: MoveOptions, { record }: BegunMove): Promise<void> => {
  await to.stateStore.put(moveKey, { ...record, doneAt: clock.wall().toISOString() });
};
