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
    "waits for its reader: no more than a few blocks are on their way",
  ],
  [
    "a file that cannot be written is waited for without an end",
    "tests/formats/failing-sink.test.ts",
    "writing a file fails at once when the sink fails, at any position: %s",
  ],
  [
    "a full disk is waited for without an end",
    "exporter/jobs/full-disk.test.ts",
    "ends with its reason after an hour when it never fits",
  ],
  [
    "memory grows with the rows",
    "tests/acceptance/formats-memory.ci.test.ts",
    "writing ten times the rows takes no more memory as %s",
  ],
  ["shared texts become one another", "exporter/xlsx/small-parts.test.ts", "hold each text once"],
  ["shared texts take all memory", "exporter/xlsx/small-parts.test.ts", "take no more than their room"],
  [
    "moments are written on the clocks of UTC",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes an instant as a date on the shop's clock: %s",
  ],
  [
    "moments before Excel's days have no number",
    "exporter/xlsx/xlsx-writer.test.ts",
    "writes an instant before Excel's first day as text",
  ],
  ["NaN and Infinity break the file", "exporter/xlsx/xlsx-writer.test.ts", "is never a number that reads %s"],
  [
    "a date that is none breaks the file",
    "domain/columns/cells/cells.test.ts",
    "falls back to text for an invalid instant: %s",
  ],
  [
    "U+FFFE, control characters and half characters break the file",
    "exporter/xlsx/xlsx-writer.test.ts",
    "reads back exactly as written, for any text",
  ],
  ["the same in HTML, which forbids more", "application/writing/markup/markup.test.ts", "has %s as HTML may have them"],
  ["the same in XML", "application/writing/markup/markup.test.ts", "%j is %j in XML"],
  [
    "the same in CSV, where they hide a formula",
    "exporter/csv/csv-writer.test.ts",
    "holds no control characters but tabs and line ends, as the other formats, and none hides a formula",
  ],
  [
    "a text of more than 32,767 characters is refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "cuts a text at 32,767 characters and says so at its end",
  ],
  [
    "a text of more than 253 line breaks is refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "keeps 253 line breaks and joins further lines into the last one, with a sign at each break",
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
    "Each link of a worksheet has a relationship of its own, also where an address repeats",
  ],
  [
    "a link that .NET refuses closes the whole file",
    "exporter/xlsx/link-address.test.ts",
    "Excel is given no link of %s",
  ],
  [
    "a formula takes 255 characters of an address",
    "exporter/xlsx/xlsx-writer.test.ts",
    "is a formula where a worksheet takes no more links, and text where a formula takes no such address",
  ],
  [
    "more than 16,384 columns are refused",
    "exporter/xlsx/xlsx-writer.test.ts",
    "is refused before a byte is written when it has too many columns; one column fewer is written",
  ],
  [
    "names of worksheets of more than 31 characters, or with signs that Excel refuses",
    "exporter/xlsx/small-parts.test.ts",
    "%j, number %i, is %j",
  ],
  [
    "names of worksheets that only capitals tell apart",
    "exporter/sheets.test.ts",
    "go on under a further name when they are full, none twice, cut where Excel cuts",
  ],
  [
    "more than 1,048,576 rows are lost",
    "exporter/xlsx/xlsx-writer.test.ts",
    "goes on in a second worksheet, header and links again, when the first is full",
  ],
  [
    "a file beyond 4 GiB cannot be opened",
    "exporter/zip/zip.test.ts",
    "are announced before the part, whose size nobody knows then: Excel repairs the file otherwise",
  ],
  [
    "a text like _x0041_ is read as another",
    "exporter/xlsx/excel-text.test.ts",
    "Customers' text is never read as Excel's escape of another character: %j",
  ],
  [
    "the same in the name of a worksheet and in a money format",
    "exporter/xlsx/formulas-and-formats.test.ts",
    "Names of worksheets and formats of numbers are never read as Excel's escape of another character",
  ],
  ["Excel offers to make numbers of bar codes", "exporter/xlsx/ignored-errors.test.ts", "has no green triangle: %s"],
  [
    "blanks at the edges of a text are lost, and carriage returns are shown",
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
    "writes a number as a number, in the digits of the amount",
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
