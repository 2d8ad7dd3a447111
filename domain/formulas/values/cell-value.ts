import { isUnreadCell } from "../../columns/cells/unread-cell.ts";
import type { Cell } from "../../columns/definition.ts";
import { createDateSerializer } from "../../dates/date-serial.ts";
import { createInstantFormatter } from "../../dates/format.ts";
import { cleanText } from "../../text/clean-text.ts";
import { toCanonicalDecimal } from "../../text/decimal.ts";
import { isExactInExcel } from "../../text/significant-digits.ts";
import { serialOfDay } from "./days.ts";
import { fromFloat, roundToExcelDigits } from "./numbers.ts";
import { isError, type Unread, type Value } from "./value.ts";

/** Numbers with more digits than Excel keeps are text, as in its files. */
const numberValue = (decimal: string): Value => (isExactInExcel(decimal) ? { decimal } : decimal);

type ValueKind = "text" | "number" | "datetime";

/**
 * Converts cells as in Excel files. Instants are days since Excel's epoch, in the shop's zone. `userDateFormat`: for
 * instants that are text.
 * @throws {UnknownTimezone}
 */
export const cellValue = (zone: string, userDateFormat: number): ((cell: Cell) => Value | Unread) => {
  const serial = createDateSerializer(zone);
  const instant = createInstantFormatter(zone, userDateFormat);
  return (cell) => {
    if (cell === null) return null;
    switch (cell.kind) {
      case "text":
        return isUnreadCell(cell) ? { unread: cell.text } : cleanText(cell.text);
      case "number":
        return numberValue(cell.decimal);
      case "datetime": {
        const days = serial(cell.instant);
        return days === null ? instant(cell.instant) : { decimal: roundToExcelDigits(toCanonicalDecimal(days)) };
      }
      case "datetimes":
        return cell.instants.map(instant).join(", ");
      case "link":
      case "image":
        return cell.urls.join("\n");
    }
  };
};

const decimal = /^-?\d+(?:\.\d+)?$/;
const moment = /^(\d{2,4})\/(\d{2})\/(\d{2,4}) (\d{2}):(\d{2})$/;

/** Reads an instant of a preview, `2026/11/20 14:05`; null for other text. */
const serialOfShown = (text: string, userDateFormat: number): Value => {
  const [, first, second, third, hours, minutes] = (moment.exec(text) ?? []).map(Number);
  if (first === undefined || second === undefined || third === undefined) return null;
  const [year, month, date] =
    userDateFormat === 1
      ? [third, second, first]
      : userDateFormat === 2
        ? [third, first, second]
        : [first, second, third];
  const serial = serialOfDay(year, month, date);
  if (serial === null) return null;
  const value = fromFloat(serial + ((hours ?? 0) * 60 + (minutes ?? 0)) / 1440);
  return isError(value) ? null : value;
};

/** Returns the value of a preview cell. */
export const shownValue = (text: string | null, valueKind: ValueKind, userDateFormat: number): Value => {
  if (text === null) return null;
  if (valueKind === "number" && decimal.test(text)) return numberValue(toCanonicalDecimal(text));
  return (valueKind === "datetime" ? serialOfShown(text, userDateFormat) : null) ?? cleanText(text);
};
