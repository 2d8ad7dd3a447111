import { createHash } from "node:crypto";
import type { Rows } from "#infra/ports/stores/moving.ts";

/** Rows per read: one entry may have 8 MB. */
const rowsPerRead = 20;

type Keyed = { key: string };

export const readRows = async function* <Row extends Keyed>(rows: Pick<Rows<Row>, "page">): AsyncGenerator<Row> {
  for (let after: string | undefined; ; ) {
    const page = await rows.page({ limit: rowsPerRead, ...(after === undefined ? {} : { after }) });
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.key;
  }
};

/** Serializes a row by sorted columns: adapters differ in their order. */
const textOf = (row: Keyed): string =>
  JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : Number(one > other))));

/** Compares by code point, the order in which `page` returns rows. */
export const compareKeys = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));

export type RowsToCopy<Row extends Keyed> = {
  from: Pick<Rows<Row>, "page">;
  to: Rows<Row>;
  translate: (row: Row) => Row | undefined;
  /** True if this copy may replace or remove a row of `to`. */
  concerns: (row: Row) => boolean;
};

/** Makes the rows of `to` equal to those of `from`. Extra rows arise if `from` was used after an interrupted run. */
export const copyRows = async <Row extends Keyed>({ from, to, translate, concerns }: RowsToCopy<Row>) => {
  const targets = readRows(to);
  const nextTarget = async (): Promise<Row | undefined> => {
    for (;;) {
      const { value, done } = await targets.next();
      if (done) return undefined;
      if (concerns(value)) return value;
    }
  };
  const written: Row[] = [];
  const removed: string[] = [];
  const counts = { written: 0, removed: 0 };
  const flush = async (minRows: number): Promise<void> => {
    if (written.length >= minRows) await to.put(written);
    if (removed.length >= minRows) await to.remove(removed);
    if (written.length >= minRows) counts.written += written.splice(0).length;
    if (removed.length >= minRows) counts.removed += removed.splice(0).length;
  };
  let target = await nextTarget();
  for await (const original of readRows(from)) {
    const row = translate(original);
    if (!row) continue;
    while (target && compareKeys(target.key, row.key) < 0) {
      removed.push(target.key);
      target = await nextTarget();
    }
    const existing = target?.key === row.key ? target : undefined;
    if (existing) target = await nextTarget();
    if (!existing || textOf(existing) !== textOf(row)) written.push(row);
    await flush(rowsPerRead);
  }
  for (; target; target = await nextTarget()) removed.push(target.key);
  await flush(1);
  return counts;
};

export type Digest = { count: number; sha256: string };

/** Hashes all rows, in key order. */
export const digestOfRows = async <Row extends Keyed>(
  rows: Pick<Rows<Row>, "page">,
  translate: (row: Row) => Row | undefined,
): Promise<Digest> => {
  const hash = createHash("sha256");
  let count = 0;
  for await (const original of readRows(rows)) {
    const row = translate(original);
    if (!row) continue;
    hash.update(`${textOf(row)}\n`);
    count += 1;
  }
  return { count, sha256: hash.digest("hex") };
};
