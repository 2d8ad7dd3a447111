import { describe, expect, it } from "vitest";
import { createHtmlTables } from "#application/writing/html/html-tables.ts";
import type { ReportRow } from "#application/writing/writer.ts";
import { column, image, number, numbers, numbersOfShop, text } from "#application/writing/writers-for-tests.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createLiveTableHooks } from "./live-table-hooks.ts";

const settings = { preferences: defaultPreferences, shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop } };
const columns = [column("ProductTitle"), numbers("Quantity"), column("LocalStatus")];

/** A row of one order, or of several. */
const row = (order: string | null, title: string, quantity: string, status = ""): ReportRow => ({
  orderKey: order === null ? null : `gid://shopify/Order/${order}`,
  cells: [text(title), number(quantity), status === "" ? null : text(status)],
  startsOrder: true,
});

/** The HTML of worksheets, as the live page gets it. */
const tableOf = async (sheets: readonly { name: string | null; rows: readonly ReportRow[] }[], shown = columns) => {
  const pieces: string[] = [];
  const out = { add: (piece: string) => void pieces.push(piece), isFull: () => false, flush: async () => {} };
  const marks = createLiveTableHooks(shown, (id) => (id === "1" ? "#1001" : undefined));
  const tables = createHtmlTables(settings, out, marks);
  tables.begin(shown);
  for (const { name, rows } of sheets) {
    const sheet = await tables.beginSheet({ name });
    await sheet.rows(rows);
    await sheet.end({ orders: rows.length });
  }
  return { html: pieces.join(""), leftOut: marks.leftOut() };
};
const keysOf = (html: string) => [...html.matchAll(/ data-key="([^"]*)"/g)].map(([, key]) => key);
const rowHashesOf = (html: string) => [...html.matchAll(/ data-print="([^"]*)"/g)].map(([, print]) => print);

describe("a row of the live page", () => {
  it("is identified by its order and its position in it, per worksheet", async () => {
    const rows = [row("1", "Mug", "1"), row("1", "Cup", "1"), row("2", "Mug", "1")];
    expect(keysOf((await tableOf([{ name: null, rows }])).html)).toEqual(["1.0", "1.1", "2.0"]);
    const { html } = await tableOf([
      { name: "a", rows },
      { name: "b", rows },
    ]);
    expect(new Set(keysOf(html)).size).toBe(6);
    expect(html).toContain('<section data-sheet="a">');
  });

  it("of several orders is identified by its texts, so that new figures don't change its key", async () => {
    const of = async (quantity: string) =>
      (await tableOf([{ name: null, rows: [row(null, "Mug", quantity), row(null, "Cup", "1")] }])).html;
    const [before, after] = [await of("1"), await of("2")];
    expect(keysOf(after)).toEqual(keysOf(before));
    expect(rowHashesOf(after)[0]).not.toBe(rowHashesOf(before)[0]);
    expect(rowHashesOf(after)[1]).toBe(rowHashesOf(before)[1]);
  });

  it("has a status menu labeled with its order, but none if it is of several orders", async () => {
    const { html } = await tableOf([
      { name: null, rows: [row("1", "Mug", "1", "Done"), row("2", "Mug", "1"), row(null, "All", "2", "Done")] },
    ]);
    expect(html).toContain('<select data-order="1" data-status="3" aria-label="Local status of #1001">');
    expect(html).toContain('<select data-order="2" data-status="0" aria-label="Local status of order 2">');
    expect(html.match(/<select/g)?.length).toBe(2);
    expect(html).toContain("<td>Done</td>");
  });

  it("shows images from valid addresses only", async () => {
    const pictures = [column("Image", { type: 3 })];
    const rows = [
      image("https://cdn.example/a.png?x=1&y=2"),
      image("javascript:alert(1)"),
      image("mailto:a@b.example"),
    ];
    const { html } = await tableOf(
      [{ name: null, rows: rows.map((cell) => ({ cells: [cell], startsOrder: true })) }],
      pictures,
    );
    expect(html.match(/<img [^>]*src="[^"]*"/g)).toEqual([
      '<img class="p" loading="lazy" decoding="async" src="https://cdn.example/a.png?x=1&amp;y=2"',
    ]);
    expect(html).not.toContain('href="javascript');
  });

  it("describes its images by their content, not by their address", async () => {
    const shown = [column("Image", { type: 3 }), column("ProductTitle")];
    const pictured = (order: string | null, title: string, ...urls: string[]): ReportRow => ({
      ...row(order, title, "1"),
      cells: [{ kind: "image", urls }, title === "" ? null : text(title)],
    });
    const [a, b] = ["https://cdn.example/a.png", "https://cdn.example/b.png"] as const;
    const rows = [
      pictured("1", 'Mug "XL"', a, b),
      pictured("2", "", a),
      pictured(null, "Cup", a),
      pictured(null, "", a),
    ];
    const { html } = await tableOf([{ name: null, rows }], shown);
    expect([...html.matchAll(/<a [^>]*><img [^>]*alt="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      "Image 1 of 2: Mug &quot;XL&quot;, #1001",
      "Image 2 of 2: Mug &quot;XL&quot;, #1001",
      "Image: order 2",
      "Image: Cup",
      "Image",
    ]);
  });

  it("beyond the first 10,000 is left out, but still included in counts and totals", async () => {
    const rows = Array.from({ length: 10_050 }, (_, n) => row(`${n}`, "Mug", "1"));
    const { html, leftOut } = await tableOf([{ name: null, rows }]);
    expect([keysOf(html).length, leftOut]).toEqual([10_000, 50]);
    const below = html.slice(html.indexOf("<tfoot>"));
    expect(below).toContain(">10050<");
    expect(below).toContain("<b>10050</b> rows");
  });
});
