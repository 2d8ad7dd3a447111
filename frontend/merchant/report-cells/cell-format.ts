import { formatFor, isAmount } from "#domain/columns/amounts.ts";
import { ColumnType } from "#domain/enumerations.ts";
import {
  createNumberFormatter,
  type NumberFormatter,
  type ShopNumberSettings,
} from "#domain/number-formats/format-number.ts";
import { formatFromWire } from "#domain/wire/reports/column-settings-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** The shop's settings for showing cells. */
export type CellSettings = ShopNumberSettings & {
  /** Root of the shop's admin pages, without a trailing slash; null if unknown. */
  adminUrl: string | null;
};

export const toCellSettings = ({ MoneyFormat, CurrencyCode, Locale, AdminUrl }: Preview): CellSettings => ({
  moneyFormat: MoneyFormat ?? "",
  currencyCode: CurrencyCode,
  primaryLocale: Locale,
  adminUrl: AdminUrl,
});

/** Look of a column's cells, computed once per column, not per cell. */
export type CellFormat = {
  type: ColumnType;
  /** Alternative text of pictures that have none. */
  title: string;
  /** Null unless it is a number column. */
  show: NumberFormatter | null;
  /** Address of the general settings in the admin; null if unknown. */
  generalSettings: string | null;
};

export const toCellFormat = (
  column: Pick<ReportColumn, "Column" | "Type" | "Title" | "NumberFormat">,
  { adminUrl, ...numbers }: CellSettings,
): CellFormat => ({
  type: column.Type as ColumnType,
  title: column.Title,
  show:
    column.Type === ColumnType.Number
      ? createNumberFormatter(formatFor(column.Column, formatFromWire(column.NumberFormat)), numbers, {
          amounts: isAmount(column.Column),
        })
      : null,
  generalSettings: adminUrl === null ? null : `${adminUrl}/settings/general`,
});

/** Numbers are right-aligned, so their digits line up. */
export const getCellAlign = ({ type }: Pick<CellFormat, "type">): "left" | "right" | "center" =>
  type === ColumnType.Number ? "right" : type === ColumnType.Image ? "center" : "left";
