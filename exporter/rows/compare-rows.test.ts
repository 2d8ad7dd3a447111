import { describe, expect, it } from "vitest";
import { createMemoryVault } from "#infra/memory/vault.ts";
import { compareRows } from "./compare-rows.ts";
import { createRowHash } from "./row-hash.ts";

type Row = { order: string; says: string };

/** Rows of `count` orders, two each. */
const rowsOf = (count: number): Row[] =>
  Array.from({ length: 2 * count }, (_, at) => ({ order: `order ${at >> 1}`, says: `row ${at % 2} of ${at >> 1}` }));

/** A list of rows as stored beside files, read in arbitrary chunks. */
const listOf = (rows: readonly Row[], tenant = "shop") => {
  const hash = createRowHash(createMemoryVault(), tenant);
  const records = rows.map(({ order, says }) =>
    hash.of({ orderKey: order, cells: [{ kind: "text", text: says }] }, null),
  );
  const bytes = Buffer.from([hash.keyMark, ...records].join(""), "hex");
  return async () =>
    (async function* () {
      for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
    })();
};

const yieldToEventLoop = () => undefined;

describe.each([
  ["one round", 10_000],
  ["several rounds", 13],
])("two lists of rows, compared in %s", (_name, atOnce) => {
  const compared = (earlier: Row[], now: Row[]) =>
    compareRows(listOf(earlier), listOf(now), {
      rows: earlier.length + now.length,
      yieldToEventLoop: yieldToEventLoop,
      atOnce,
    });
  const same = { outcome: "differs", added: 0, removed: 0, changed: 0, reordered: false };

  it("have each row counted once, as changed, added or removed", async () => {
    const now = rowsOf(60);
    for (const at of [3, 40, 41, 90]) now[at] = { order: now[at]?.order ?? "", says: `other ${at}` };
    now.splice(100, 4);
    now.splice(70, 1);
    now.push({ order: "order 2", says: "third row" }, ...["a", "b"].map((says) => ({ order: "order new", says })));
    expect(await compared(rowsOf(60), now)).toEqual({ ...same, changed: 4, removed: 5, added: 3 });
    expect(await compared(now, rowsOf(60))).toEqual({ ...same, changed: 4, removed: 3, added: 5 });
  });

  it("have equal rows matched one to one", async () => {
    const twin = { order: "order 1", says: "twin" };
    expect(await compared([...rowsOf(20), twin], [...rowsOf(20), twin, twin, twin])).toEqual({ ...same, added: 2 });
  });

  it("are equal, or equal but reordered", async () => {
    expect(await compared(rowsOf(30), rowsOf(30).reverse())).toEqual({ ...same, reordered: true });
    expect(await compared(rowsOf(30), rowsOf(30))).toEqual(same);
  });

  it("are not compared if they were hashed with different keys", async () => {
    const options = { rows: 60, yieldToEventLoop, atOnce };
    expect(await compareRows(listOf(rowsOf(30)), listOf(rowsOf(30), "another shop"), options)).toBeUndefined();
  });
});

it("empty lists are equal", async () => {
  expect(await compareRows(listOf([]), listOf([]), { rows: 0, yieldToEventLoop: yieldToEventLoop })).toEqual({
    outcome: "differs",
    added: 0,
    removed: 0,
    changed: 0,
    reordered: false,
  });
});
