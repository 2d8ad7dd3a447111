import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Known spreadsheet faults, found in libraries that write them and in Excel itself, with the tests that protect our
 * files. Add a line here and a test there for each new one.
 */
const traps: readonly [trap: string, file: string, test: string][] = [
  [
    "a writer takes rows faster than they are written, and holds them",
    "exporter/zip/zip.test.ts",
    "waits for its reader, with only a few blocks in progress",
  ],
  [
    "a file that cannot be written is waited for without an end",
    "tests/formats/failing-sink.test.ts",
    "writing a file fails at once when the sink fails, at any position: %s",
  ],
  [
    "a full disk is waited for without an end",
    "exporter/jobs/full-disk.test.ts",
    "fails with its reason after an hour if it never fits",
  ],
  [
    "memory grows with the rows",
    "tests/acceptance/formats-memory.ci.test.ts",
    "writing ten times the rows takes no more memory as %s",
  ],
  ["shared texts become one another", "exporter/xlsx/small-parts.test.ts", "include each text once"],
  ["shared texts take all memory", "exporter/xlsx/small-parts.test.ts", "stay within their size limit"],
  [
    "moments are written on the clocks of UTC",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes an instant as a date in the shop's zone: %s",
  ],
  [
    "moments before Excel's days have no number",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes a date before Excel's first day as text",
  ],
  ["NaN and Infinity break the file", "exporter/xlsx/xlsx-writer.test.ts", "can't be the number %s"],
  [
    "a date that is none breaks the file",
    "domain/columns/cells/cells.test.ts",
    "falls back to text for an invalid instant: %s",
  ],
  [
    "U+FFFE, control characters and half characters break the file",
    "exporter/xlsx/xlsx-writer.test.ts",
    "is read back unchanged, for any text",
  ],
  [
    "the same in HTML, which forbids more",
    "application/writing/markup/markup.test.ts",
    "has %s in the form that HTML allows",
  ],
  ["the same in XML", "application/writing/markup/markup.test.ts", "%j is %j in XML"],
  [
    "the same in CSV, where they hide a formula",
    "exporter/csv/csv-writer.test.ts",
    "has no control characters except tabs and line ends, and none of them hides a formula",
  ],
  [
    "a text of more than 32,767 characters is refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "cuts a text at 32,767 characters and says so at its end",
  ],
  [
    "a text of more than 253 line breaks is refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "keeps 253 line breaks and joins further lines into the last one, with a mark at each break",
  ],
  [
    "filters stand at no place",
    "exporter/xlsx/xlsx-writer.test.ts",
    "has a bold, frozen header with filters, and columns as wide as their content",
  ],
  [
    "more than 65,530 links are 'repaired'",
    "tests/formats/excel-limits.test.ts",
    "has at most 65,530 links, and formulas for further ones",
  ],
  [
    "readers that remove what they have read find no second link to an address",
    "exporter/xlsx/links.test.ts",
    "each link of a worksheet has its own relationship, even if an address repeats",
  ],
  ["a link that .NET refuses closes the whole file", "exporter/xlsx/link-address.test.ts", "Excel gets no link for %s"],
  [
    "a formula takes 255 characters of an address",
    "exporter/xlsx/xlsx-writer.test.ts",
    "is a formula if the worksheet has too many links, and text if it doesn't fit into a formula",
  ],
  [
    "more than 16,384 columns are refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "is refused before a byte is written if it has too many columns",
  ],
  [
    "names of worksheets of more than 31 characters, or with signs that Excel refuses",
    "exporter/xlsx/small-parts.test.ts",
    "%j, number %i, is %j",
  ],
  [
    "names of worksheets that only capitals tell apart",
    "exporter/sheets.test.ts",
    "continue under another unique name when full, shortened as Excel requires",
  ],
  [
    "more than 1,048,576 rows are lost",
    "exporter/xlsx/xlsx-writer.test.ts",
    "continues in a second worksheet, with header and links, when the first is full",
  ],
  [
    "a file beyond 4 GiB cannot be opened",
    "exporter/zip/zip.test.ts",
    "are announced before the part, whose size isn't known yet, or Excel would repair the file",
  ],
  [
    "a text like _x0041_ is read as another",
    "exporter/xlsx/excel-text.test.ts",
    "customers' text is never read as Excel's escape of another character: %j",
  ],
  [
    "the same in the name of a worksheet and in a money format",
    "exporter/xlsx/formulas-and-formats.test.ts",
    "worksheet names and number formats are never read as Excel's escape of another character",
  ],
  [
    "Excel offers to make numbers of bar codes",
    "exporter/xlsx/ignored-errors.test.ts",
    "is suppressed for the text %s",
  ],
  [
    "whitespace at the edges of a text is lost, and carriage returns are shown",
    "tests/formats/excel-limits.test.ts",
    "keeps leading and trailing spaces and line breaks, and turns carriage returns into line feeds",
  ],
  [
    "a text that begins with = is a formula, a long number of digits is rounded",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes text as text, however it looks",
  ],
  ["the same in CSV, where every text may be a formula", "domain/csv/formula-guard.test.ts", "%j is written as %j"],
  [
    "amounts go through floats",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes a number as a number, with the digits of the amount",
  ],
  [
    "of a number of more than 15 digits the last are lost",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes a number with more digits than Excel keeps as text, so no digit is lost",
  ],
];

it.each(traps)("%s: %s", (_, file, test) => {
  const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), "utf8");
  expect(source, `${file} has no test '${test}'`).toContain(test);
});
