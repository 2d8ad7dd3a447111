import { type History, historyKey } from "#infra/history/marks.ts";
import { operatorCommand } from "#infra/ports/operator-command.ts";
import type { Position } from "#infra/ports/stores/event-store.ts";
import type { JobRow, MovableDocuments, StateRow, VaultRow } from "#infra/ports/stores/moving.ts";
import { type BegunMove, beginMove, endMove } from "./begin.ts";
import { CannotMove } from "./cannot-move.ts";
import { withConsumedOffsets } from "./consumed-offsets.ts";
import { compareEvents, copyEvents } from "./copy-events.ts";
import { copyFiles, digestOfFiles } from "./copy-files.ts";
import { copyRows, type Digest, digestOfRows } from "./copy-rows.ts";
import { isNotCopied, type Translation, translateHistory, translateJob, translateState } from "./positions.ts";
import type { MoveOptions, Side } from "./side.ts";

/** Functions from rows of `from` to rows of `to`; undefined for rows that aren't copied. */
type Translators = {
  state: (row: StateRow) => StateRow | undefined;
  jobs: (row: JobRow) => JobRow | undefined;
  vault: (row: VaultRow) => VaultRow | undefined;
};

const translators = (now: number, to: Translation | undefined): Translators => {
  // Expiry is decided once per run. The target treats expired copies as absent.
  const isCopied = (row: StateRow) => !isNotCopied(row) && (row.expiresAt === null || row.expiresAt > now);
  return {
    state: (row) => (isCopied(row) ? (to ? translateState(row, to) : row) : undefined),
    jobs: (row) => (to ? translateJob(row, to) : row),
    vault: (row) => row,
  };
};

const positionsIn = async ({ documents }: Side, history: History, now: number): Promise<Set<Position>> => {
  const wanted = new Set<Position>();
  const position = (of: Position): Position => {
    wanted.add(of);
    return of;
  };
  const collecting = translators(now, { storeId: "", position });
  await digestOfRows(documents.state, collecting.state);
  await digestOfRows(documents.jobs, collecting.jobs);
  translateHistory(history, { storeId: "", position });
  return wanted;
};

const translationTo = (from: Side, to: Side, positions: ReadonlyMap<Position, Position>): Translation => ({
  storeId: to.eventStore.storeId,
  position: (of) => {
    const translated = positions.get(of);
    if (translated !== undefined) return translated;
    throw new CannotMove(
      `In ${from.name} something tells of an event at ${of}, and none stands there. Run '${operatorCommand("repair")}' on it first.`,
    );
  },
});

const words = { state: "state entries", jobs: "jobs", vault: "sealed values" } as const;
const describeCopied = ({ written, removed }: { written: number; removed: number }): string =>
  `${written} written${removed > 0 ? `, ${removed} that are gone since an earlier run removed` : ""}`;

const copyDocuments = async (
  from: MovableDocuments,
  to: MovableDocuments,
  how: Translators,
  say: MoveOptions["say"],
) => {
  const state = await copyRows({
    from: from.state,
    to: to.state,
    translate: how.state,
    concerns: (row) => !isNotCopied(row),
  });
  say(`${words.state}: ${describeCopied(state)}.`);
  const all = { concerns: () => true };
  const jobs = await copyRows({ from: from.jobs, to: to.jobs, translate: how.jobs, ...all });
  say(`${words.jobs}: ${describeCopied(jobs)}.`);
  const vault = await copyRows({ from: from.vault, to: to.vault, translate: how.vault, ...all });
  say(`${words.vault}: ${describeCopied(vault)}.`);
};

const assertAlike = (what: string, from: Side, to: Side, [one, other]: readonly [Digest, Digest], begun: BegunMove) => {
  if (one.count === other.count && one.sha256 === other.sha256) return;
  const counts = one.count === other.count ? `${one.count} in both` : `${one.count} and ${other.count}`;
  throw new CannotMove(
    `The ${what} of ${from.name} and ${to.name} are not the same (${counts}). ${
      begun.isDone
        ? "One of them has been used since the move was done: keep the one that you use."
        : "Run the move again, with Sheaf stopped on both."
    }`,
  );
};

/** Compares by count and hash. @throws {CannotMove} something differs */
const compareDocuments = async ({ from, to, say }: MoveOptions, how: Translators, begun: BegunMove) => {
  const unchanged = translators(begun.now, undefined);
  const digests = {
    state: [
      await digestOfRows(from.documents.state, how.state),
      await digestOfRows(to.documents.state, unchanged.state),
    ],
    jobs: [await digestOfRows(from.documents.jobs, how.jobs), await digestOfRows(to.documents.jobs, unchanged.jobs)],
    vault: [
      await digestOfRows(from.documents.vault, how.vault),
      await digestOfRows(to.documents.vault, unchanged.vault),
    ],
    files: [await digestOfFiles(from.fileStore), await digestOfFiles(to.fileStore)],
  } as const;
  for (const [kind, pair] of Object.entries(digests)) {
    const what = kind === "files" ? kind : words[kind as keyof typeof words];
    assertAlike(what, from, to, pair, begun);
    say(`Compared: ${pair[0].count} ${what}, SHA-256 ${pair[0].sha256} in both.`);
  }
};

/**
 * Copies one side's data to the other: events, state entries, jobs, encrypted values and files. Nothing else may use
 * either side. An interrupted move continues when run again; a finished one only compares. The next start builds read
 * models from the events.
 * @throws {CannotMove} the sides do not fit, or differ at the end
 */
export const move = async (moveOptions: MoveOptions): Promise<void> => {
  const { to, say } = moveOptions;
  const moveState = await beginMove(moveOptions);
  const from = await withConsumedOffsets(moveOptions.from, moveOptions.ends);
  const options = { ...moveOptions, from };
  if (!moveState.isDone) say(`${await copyEvents(from, to, say)} events copied.`);
  const wanted = await positionsIn(from, moveState.history, moveState.now);
  const { digest, positions } = await compareEvents(from, to, wanted);
  say(`Compared: ${digest.count} events, SHA-256 ${digest.sha256} in both.`);
  const translation = translationTo(from, to, positions);
  const how = translators(moveState.now, translation);
  if (!moveState.isDone) {
    await copyDocuments(from.documents, to.documents, how, say);
    const files = await copyFiles(from.fileStore, to.fileStore);
    say(`files: ${describeCopied(files)}.`);
  }
  await compareDocuments(options, how, moveState);
  if (moveState.isDone) return;
  await to.stateStore.put(historyKey, translateHistory(moveState.history, translation));
  await endMove(options, moveState);
};
