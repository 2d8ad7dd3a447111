import { formatFor, isAmount } from "#domain/columns/amounts.ts";
import { ColumnType } from "#domain/enumerations.ts";
import { createShowNumber, type NumbersOfShop, type ShowNumber } from "#domain/number-formats/shown-number.ts";
import { formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** What showing cells takes of a shop. */
export type ShopOfCells = NumbersOfShop & {
  /** Where the admin pages of the shop begin, without a slash at the end; null when that is not known. */
  adminUrl: string | null;
};

/** The same of a shop whose preview was read. */
export const shopOfPreview = ({ MoneyFormat, CurrencyCode, Locale, AdminUrl }: Preview): ShopOfCells => ({
  moneyFormat: MoneyFormat ?? "",
  currencyCode: CurrencyCode,
  primaryLocale: Locale,
  adminUrl: AdminUrl,
});

/** How the cells of one column are shown: found out once, for thousands of them. */
export type CellLook = {
  type: ColumnType;
  /** Of a picture that no other text describes. */
  title: string;
  /** Of a column of numbers; null of any other. */
  show: ShowNumber | null;
  generalSettings: string | null;
};

/** The look of a column's cells, by its type and number format. */
export const cellLook = (
  column: Pick<ReportColumn, "Column" | "Type" | "Title" | "NumberFormat">,
  { adminUrl, ...numbers }: ShopOfCells,
): CellLook => ({
  type: column.Type as ColumnType,
  title: column.Title,
  show:
    column.Type === ColumnType.Number
      ? createShowNumber(formatFor(column.Column, formatFromWire(column.NumberFormat)), numbers, {
          amounts: isAmount(column.Column),
        })
      : null,
  generalSettings: adminUrl === null ? null : `${adminUrl}/settings/general`,
});

/** Numbers stand at the right, so that their digits stand under each other. */
export const cellAlign = ({ type }: Pick<CellLook, "type">): "left" | "right" | "center" =>
  type === ColumnType.Number ? "right" : type === ColumnType.Image ? "center" : "left";
