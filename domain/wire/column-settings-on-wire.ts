import type { NumberFormat } from "../designs/design.ts";
import { NumberFormatType } from "../enumerations.ts";
import type { NumberFormatOnWire } from "./reports.ts";

export const formatOnWire = (format: NumberFormat | null | undefined): NumberFormatOnWire | null =>
  format
    ? {
        Type: format.type,
        CustomFormatCode: format.type === NumberFormatType.Custom ? format.code : null,
        LessThanRedValue: format.type === NumberFormatType.LessThanRed ? format.limit : null,
      }
    : null;

export const formatFromWire = (sent: NumberFormatOnWire | null): NumberFormat | null => {
  switch (sent?.Type) {
    case NumberFormatType.Custom:
      return { type: sent.Type, code: sent.CustomFormatCode ?? "" };
    case NumberFormatType.Currency:
      return { type: sent.Type };
    case NumberFormatType.LessThanRed:
      // Without a value it is below every one that is allowed.
      return { type: sent.Type, limit: sent.LessThanRedValue ?? -1 };
    default:
      return null;
  }
};
