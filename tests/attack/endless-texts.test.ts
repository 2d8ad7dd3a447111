import { describe, expect, it } from "vitest";
import { computeColumnWidths } from "#application/writing/column-widths.ts";
import { createHtmlCell } from "#application/writing/html/html-cell.ts";
import { escapeXmlAttribute, escapeXmlText } from "#application/writing/markup/escape.ts";
import { toSafeLink } from "#application/writing/markup/safe-link.ts";
import { column } from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { createCellText } from "#domain/csv/cell-text.ts";
import { createFieldWriter } from "#domain/csv/serialize-record.ts";
import { normalizeDay } from "#domain/orders/delivery-day.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { NotADecimal, toCanonicalDecimal } from "#domain/text/decimal.ts";
import { fold } from "#domain/text/fold.ts";
import { plainLatin, withoutDashesAndSlashes } from "#domain/text/letters.ts";
import { maxTextLength, truncateTexts } from "#infra/store-platform/documents/truncate-texts.ts";
import { growthOf, inProportion } from "#tests/support/growth.ts";
import { escapeExcelText, textElement } from "../../exporter/xlsx/excel-text.ts";
import { linkAddress } from "../../exporter/xlsx/link-address.ts";
import { sheetName } from "../../exporter/xlsx/sheet-name.ts";

/** Whatever a customer types into a cart, and however much of it: it costs a report time in proportion to its length, nowhere more. */

const text = (value: string): Cell => ({ kind: "text", text: value });
const link = (value: string): Cell => ({ kind: "link", urls: [value] });
const csv = createCellText({
  preferences: { ...defaultPreferences, CsvIncludeNewlines: false },
  zone: "Europe/Athens",
});
const ofRow = createHtmlCell((instant) => instant, []);
const html = (cell: Cell) => ofRow({ cells: [cell], startsOrder: true }, 0);
const field = createFieldWriter(",");
const mark = column("Note");

const decimal = (value: string) => {
  try {
    toCanonicalDecimal(value);
  } catch (error) {
    if (!(error instanceof NotADecimal)) throw error;
  }
};

/** All code that searches an order's texts. */
const readers: Record<string, (value: string) => unknown> = {
  "a CSV cell": (value) => csv(text(value)),
  "a field of CSV": field,
  "an address in CSV": (value) => csv(link(value)),
  "an XML element": escapeXmlText,
  "an XML attribute": escapeXmlAttribute,
  "an HTML cell": (value) => html(text(value)),
  "an HTML link": (value) => html(link(value)),
  "a link": toSafeLink,
  "a link in Excel": linkAddress,
  "an Excel cell": (value) => textElement("<t", value, "</t>"),
  "an Excel text of any length": (value) => escapeExcelText(value),
  "a worksheet's name": (value) => sheetName(value, 2),
  "a column's width": (value) => computeColumnWidths([mark], [[text(value)]]),
  "plain Latin": plainLatin,
  "no dashes": withoutDashesAndSlashes,
  "a filter's comparison": fold,
  "an amount": decimal,
  "a day of delivery": (value) => normalizeDay(value, "UTC"),
};

const beginnings = ["", "+", "-", "0.", "+0.", "=", "https://", "https://shop.example/", "mailto:", "2026-1-1 10:00"];
const units = [
  ...["0", "1", "1,", "+", "-", "=", "(", "'", '"', "' ", " ", "\t", "\r", "\n", "\r\n", "\u0000", "\u2028", "\ufeff"],
  ...["&", "<", "]]>", "_x0041_", "_x", ".", "a.", "/", "%", "?", ":", "@", "date(", "http://", "xn--", "[", "—"],
  ...["é", "e\u0301", "\u0301", "\u0301\u0323", "\ud83d", "\udc00", "😀", "ß", "ﬁ", "İ", "Σ", "Σ.", "か\u3099", "각"],
];

describe.each(Object.keys(readers))("The time that %s takes", (name) => {
  it("is proportional to the length of the text, for every kind of text", () => {
    const read = readers[name] ?? (() => undefined);
    const worse: string[] = [];
    for (const beginning of beginnings)
      for (const unit of units)
        for (const end of ["", "x", "1"]) {
          const textOf = (length: number) => {
            const answer = { note: (beginning + unit.repeat(length)).slice(0, length - end.length) + end };
            truncateTexts(answer);
            return answer.note;
          };
          const growth = growthOf(textOf, read, maxTextLength / 4);
          if (growth >= inProportion) worse.push(`${JSON.stringify([beginning, unit, end])}: ${growth.toFixed(1)}`);
        }
    expect(worse).toEqual([]);
  });
});
