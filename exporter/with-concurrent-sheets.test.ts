import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import type { ByteSink, ReportRow, ReportWriter, SheetHandle } from "#application/writing/writer.ts";
import {
  about,
  column,
  link,
  moment,
  number,
  numbers,
  numbersOfShop,
  text,
} from "#application/writing/writers-for-tests.ts";
import { MemoryLimitExceeded } from "#domain/external-sort/memory-budget.ts";
import { spillOptionsForTests, spoolForTests } from "#domain/external-sort/spool-for-tests.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { createFolderScratch } from "#infra/folder/scratch.ts";
import { createCsvWriter } from "./csv/csv-writer.ts";
import { withConcurrentSheets } from "./with-concurrent-sheets.ts";
import { createXlsxWriter } from "./xlsx/xlsx-writer.ts";
import { createXmlWriter } from "./xml/xml-writer.ts";

const settings = { preferences: defaultPreferences, zone: "Europe/Athens", numbers: numbersOfShop };
const html = { ...settings, shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop } };
const writers: Record<string, (sink: ByteSink) => ReportWriter> = {
  CSV: (sink) => createCsvWriter(settings, sink),
  XML: (sink) => createXmlWriter(settings, sink),
  HTML: (sink) => createHtmlWriter(html, sink),
  Excel: (sink) => createXlsxWriter(settings, sink),
};

/** Order lines of several vendors, unordered; some vendors have none. */
const linesOf = (vendors: number, lines: number): { vendor: number; row: ReportRow }[] =>
  Array.from({ length: lines }, (_, n) => ({
    vendor: (n * n * 31) % vendors,
    row: {
      startsOrder: n % 3 !== 1,
      orderKey: `${n % 3}`,
      cells: [
        n % 5 === 0 ? null : text(`Line ${n % 40}\t"of"\n${n}`),
        number(`${n}.25`),
        moment("2026-11-20T12:00:00Z"),
        link(`https://shop.example/${n % 17}`),
      ],
    },
  }));
const columns = [column("Title"), numbers("Price"), column("At", { valueKind: "datetime" }), column("Page")];

const begun = async (create: (sink: ByteSink) => ReportWriter) => {
  const pieces: Buffer[] = [];
  const writer = create(async (bytes) => void pieces.push(Buffer.from(bytes)));
  await writer.begin({ title: "Sales", columns, about, split: true });
  return { writer, bytes: () => Buffer.concat(pieces) };
};
const nameOf = (vendor: number): string => `Vendor ${vendor}`;

const oneAfterTheOther = async (create: (sink: ByteSink) => ReportWriter, vendors: number, lines: number) => {
  const { writer, bytes } = await begun(create);
  for (let vendor = 0; vendor < vendors; vendor += 1) {
    const sheet = await writer.beginSheet({ name: nameOf(vendor) });
    await sheet.rows(linesOf(vendors, lines).flatMap((line) => (line.vendor === vendor ? [line.row] : [])));
    await sheet.end({ orders: vendor });
  }
  return { ...(await writer.end()), bytes: bytes() };
};

const sideBySide = async (
  create: (sink: ByteSink) => ReportWriter,
  { vendors, lines, onRow }: { vendors: number; lines: number; onRow?: () => Promise<void> },
) => {
  const { writer, bytes } = await begun(create);
  const sheets: SheetHandle[] = [];
  for (let vendor = 0; vendor < vendors; vendor += 1) sheets.push(await writer.beginSheet({ name: nameOf(vendor) }));
  for (const { vendor, row } of linesOf(vendors, lines)) {
    await sheets[vendor]?.rows([row]);
    await onRow?.();
  }
  // The last one ends first, but only the order of beginnings counts.
  for (let vendor = vendors - 1; vendor >= 0; vendor -= 1) await sheets[vendor]?.end({ orders: vendor });
  return { ...(await writer.end()), bytes: bytes() };
};

describe("worksheets that are filled side by side", () => {
  it.each(
    Object.entries(writers).flatMap(([format, create]) =>
      [0, 5_000, Number.POSITIVE_INFINITY].map((spillAfter) => ({ format, create, spillAfter })),
    ),
  )(
    "make the file of the same ones filled one after the other: $format, $spillAfter bytes in memory",
    async ({ create, spillAfter }) => {
      const spool = spoolForTests();
      const made = await sideBySide(
        (sink) => withConcurrentSheets(create(sink), spillOptionsForTests(spillAfter, spool)),
        {
          vendors: 12,
          lines: 300,
        },
      );
      const expected = await oneAfterTheOther(create, 12, 300);
      expect(made.bytes.equals(expected.bytes)).toBe(true);
      expect(made.contentHash).toBe(expected.contentHash);
      expect(spool.begun() > 0).toBe(spillAfter < Number.POSITIVE_INFINITY);
    },
  );

  it("are five hundred vendors with no more open files than a handful", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-sheets-"));
    const openNow = async () =>
      process.platform === "linux"
        ? (
            await Promise.all(
              (await readdir("/proc/self/fd")).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
            )
          ).filter((path) => path.includes(folder)).length
        : 0;
    const spool = createFolderScratch({ folder }).open("e1.1.rows");
    let most = 0;
    const watch = async () => {
      most = Math.max(most, await openNow());
    };
    const spilling = { ...spillOptionsForTests(20_000, spool), yieldToEventLoop: watch };
    const given = { vendors: 500, lines: 2_500 };
    const made = await sideBySide((sink) => withConcurrentSheets(createXlsxWriter(settings, sink), spilling), given);
    const expected = await oneAfterTheOther((sink) => createXlsxWriter(settings, sink), given.vendors, given.lines);
    expect(made.bytes.equals(expected.bytes)).toBe(true);
    expect(most).toBeLessThanOrEqual(33);
    await spool.remove();
    await rm(folder, { recursive: true });
  });

  it("are written as their rows come as long as none before them waits", async () => {
    const spool = spoolForTests();
    const { writer, bytes } = await begun((sink) =>
      withConcurrentSheets(createCsvWriter(settings, sink), spillOptionsForTests(0, spool)),
    );
    for (const vendor of [0, 1, 2]) {
      const sheet = await writer.beginSheet({ name: nameOf(vendor) });
      await sheet.rows(linesOf(1, 50).map(({ row }) => row));
      await sheet.end({ orders: 1 });
    }
    await writer.end();
    expect(spool.begun()).toBe(0);
    expect(bytes().toString("utf8")).toContain(nameOf(2));
  });

  it("fail when they take more room than there is, and when one of them was never ended", async () => {
    const narrow = { ...spillOptionsForTests(0), bytesAtMost: 100 };
    await expect(
      sideBySide((sink) => withConcurrentSheets(createCsvWriter(settings, sink), narrow), { vendors: 3, lines: 30 }),
    ).rejects.toThrow(MemoryLimitExceeded);
    for (const ended of [0, 1]) {
      const { writer } = await begun((sink) =>
        withConcurrentSheets(createCsvWriter(settings, sink), spillOptionsForTests(0)),
      );
      const sheets = [await writer.beginSheet({ name: "a" }), await writer.beginSheet({ name: "b" })];
      await sheets[ended]?.end({ orders: 0 });
      await expect(writer.end()).rejects.toThrow(/must end before its file does/);
    }
  });
});
