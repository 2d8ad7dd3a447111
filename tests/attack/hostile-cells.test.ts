import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { scriptHash } from "#application/text/script-hash.ts";
import { column, fileOf, link, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { FileType } from "#domain/enumerations.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import { exporterForTests } from "#tests/support/exporter-for-tests.ts";
import { openExcel, readHtml, readXml } from "#tests/support/read-report.ts";
import { createWriter } from "../../exporter/create-writer.ts";

/** A customer's text in an order, in a file of each format, as a reader opens it. */

const controls = String.fromCharCode(...Array(32).keys(), 127);
const hostile = [
  ...[
    "=1+1",
    "+1+cmd|' /C calc'!A0",
    "-1+1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "\u0000=1",
    "\u0007\u0000@A1",
    "\ufeff=1",
  ],
  ...[
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    '=HYPERLINK("http://evil.example","click")',
    '=DDE("cmd";"/C calc";"x")',
    '";=1+1',
  ],
  ...[
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</td></table><iframe src=//evil.example>",
    "<svg/onload=alert(1)>",
  ],
  ...[
    "<!--",
    "-->",
    "]]>",
    "<![CDATA[",
    "&xxe;",
    "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>",
    "<?xml version='1.0'?>",
  ],
  ...[
    "&lt;script&gt;",
    "&#60;script&#62;",
    "{{constructor.constructor('alert(1)')()}}",
    "_x003C_script_x003E_",
    "_x0000_",
  ],
  ...[
    controls,
    "\u202egnp.exe",
    "\u2066a\u2069",
    "half \ud83d of",
    "\udc00",
    "\ufffe\uffff",
    "a\u2028b\u2029c",
    '"',
    "'",
    "a,b;c\td|e",
  ],
];
const addresses = [
  ...[
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>1</script>",
  ],
  ...[
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "https://user:pw@evil.example/",
    '=HYPERLINK("http://evil.example")',
  ],
  ...[
    'https://evil.example/"onmouseover="alert(1)',
    "https://evil.example/'><script>1</script>",
    "https://evil.example/\r\nx",
  ],
];

let input: FrozenInput;
beforeAll(async () => {
  input = await exporterForTests([]).request("e1", { shop: { ...(await exporterForTests([]).request("e0")).shop } });
});

/** A file in which every hostile text is a cell, a title of a column, and where an address should be. */
const fileWith = async (fileType: FileType): Promise<Buffer> => {
  const columns = [column("Note", { title: "=1+1<script>" }), column("Url", { title: "Url" })];
  const cells: Cell[][] = [
    ...hostile.map((value) => [text(value), link(value)]),
    ...addresses.map((value) => [text(value), link(value)]),
  ];
  const { bytes } = await fileOf(
    (sink) => createWriter({ ...input, fileType }, { write: sink }),
    columns,
    rowsOf(...cells),
    {
      title: "=1+1 & 'co",
    },
  );
  return bytes;
};

const invalid = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** The compiler asks for the check of a new format. */
const checks: Readonly<Record<FileType, { title: string; check(bytes: Buffer): Promise<void> | void }>> = {
  [FileType.Csv]: {
    title: "don't act as formulas, leave their cells or include control characters",
    check(bytes) {
      const whole = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      expect(whole).not.toMatch(invalid);
      const records: string[][] = parse(bytes, { bom: true, record_delimiter: "\r\n" });
      expect(records).toHaveLength(1 + hostile.length + addresses.length);
      for (const cell of records.flat()) expect(cell).not.toMatch(/^\ufeff*[=+\-@\t\r\n＝＋－＠]/);
    },
  },
  [FileType.Excel]: {
    title: "are only texts, and link only to web addresses",
    async check(bytes) {
      const workbook = await openExcel(bytes);
      const [sheet] = workbook.worksheets;
      expect(sheet?.rowCount).toBe(1 + hostile.length + addresses.length);
      sheet?.eachRow((row) =>
        row.eachCell((cell) => {
          const value: unknown = cell.value;
          if (typeof value === "object" && value !== null) {
            expect(Object.keys(value)).not.toContain("formula");
            if ("hyperlink" in value) expect(value.hyperlink).toMatch(/^https:\/\/evil\.example\/[^\s"<>]*$/);
          } else expect(typeof value).toBe("string");
        }),
      );
    },
  },
  [FileType.Xml]: {
    title: "are only texts: no elements, entities or invalid XML characters",
    check(bytes) {
      const whole = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      expect(whole).not.toMatch(invalid);
      expect(whole).not.toMatch(/<!DOCTYPE|<!ENTITY|<!\[CDATA\[/);
      const read = readXml(bytes);
      expect(read.rows).toHaveLength(hostile.length + addresses.length);
      expect(read.rows.flat()).toContain("<script>alert(1)</script>");
    },
  },
  [FileType.Html]: {
    title: "are only texts: nothing runs or is fetched, and links lead to the web",
    check(bytes) {
      const whole = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      expect(whole).not.toMatch(invalid);
      const read = readHtml(bytes);
      expect(read.rows).toHaveLength(hostile.length + addresses.length);
      expect([read.pictures, read.loaded]).toEqual([[], []]);
      expect(read.policy).toContain(`default-src 'none'; script-src ${scriptHash(rowSearchScript)};`);
      for (const address of read.links) expect(address).toMatch(/^https:\/\/evil\.example\/[^\s"<>]*$/);
      const [, body = ""] = whole.replace(`<script>${rowSearchScript}</script>`, "").split("<body>");
      expect(body).not.toMatch(/<(?:script|iframe|object|embed|svg|base|form|link|meta|style|img)\b/i);
      expect(body).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=/i);
    },
  },
};

describe("Hostile texts", () => {
  for (const [name, fileType] of Object.entries(FileType)) {
    const { title, check } = checks[fileType];
    it(`in ${name} ${title}`, async () => check(await fileWith(fileType)));
  }
});
