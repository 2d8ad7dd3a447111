import { columnByKey } from "#domain/columns/catalogue.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { compileOrdersFilter, type OrdersFilter } from "#domain/export/orders-filter.ts";
import type { SpillOptions } from "#domain/external-sort/spool.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { createReport, type Report } from "#domain/reports/report.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";

/** `test` marks orders without real payment. `name` names orders that cannot be read in full. */
const alwaysRequested = ["test", "name"] as const;

/** A report and a filter, and the fields that both request. */
export type CompiledInput = {
  report: Report;
  filter: OrdersFilter;
  fields: readonly string[];
  /** Those of `fields` that must not be missing. */
  requiredFields: readonly string[];
};

/**
 * Compiles an input, once for all its orders. `spilling`: storage for rows, if any are added.
 * @throws {UncompilableDesign} {UnreadableValue}
 */
export const compileInput = (input: FrozenInput, spilling?: SpillOptions): CompiledInput => {
  const report = reportOf(input, spilling);
  const filter = compileOrdersFilter(input);
  const fields = [...new Set([...report.fields, ...filter.fields, ...alwaysRequested])].sort();
  return { report, filter, fields, requiredFields: [...new Set([...report.requiredFields, ...filter.fields])] };
};

/** Progress has two parts if the report holds its rows: reading all orders, then writing. */
export const countProgressParts = ({ streams }: Pick<Report, "streams">): number => (streams ? 1 : 2);

const reportOf = ({ design, shop, filters, fileType }: FrozenInput, spilling: SpillOptions | undefined): Report =>
  createReport({
    design,
    forExcel: fileFormats[fileType].holds.formulas,
    ...(spilling && { spilling }),
    columnByKey,
    context: {
      period: { from: filters.from, to: filters.to },
      adminUrl: shop.adminUrl,
      ianaTimezone: shop.ianaTimezone,
      currencyDecimals: getCurrencyDecimals(shop.currencyCode),
      weightUnit: shop.weightUnit,
    },
    locale: shop.primaryLocale,
  });
