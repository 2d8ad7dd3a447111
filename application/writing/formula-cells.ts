import { cellCharacters } from "#domain/columns/cells/cell-characters.ts";
import { isUnreadCell } from "#domain/columns/cells/unread-cell.ts";
import type { Cell } from "#domain/columns/definition.ts";
import type { FrozenInput } from "#domain/export/frozen-input.ts";
import { fileFormats } from "#domain/file-formats.ts";
import { type FormulaColumn, type FormulaColumns, parseFormulas } from "#domain/formulas/columns.ts";
import { type ComputedRow, createRowComputer, type OnUnexpectedError } from "#domain/formulas/compute-rows.ts";
import { runYielding } from "#domain/formulas/stepwise-work.ts";
import { placeholderText } from "#domain/formulas/syntax/validate-formulas.ts";
import { cellValue } from "#domain/formulas/values/cell-value.ts";
import { resultCell } from "#domain/formulas/values/result.ts";
import type { Unread } from "#domain/formulas/values/value.ts";
import type { ReportHead, ReportRow, ReportWriter } from "./writer.ts";

export type FormulaSettings = Pick<FrozenInput, "preferences" | "fileType"> & {
  shop: Pick<FrozenInput["shop"], "ianaTimezone" | "primaryLocale">;
};

/** Placeholder of a cell computed by Excel. In Excel files it stays empty. */
const placeholderCell = (column: FormulaColumn | null, inExcel: boolean): Cell | undefined => {
  const words = placeholderText(column);
  if (words === undefined) return undefined;
  return inExcel && column?.state === "good" ? null : { kind: "text", text: words };
};

const unreadIn = (cell: Cell | undefined): Unread | undefined =>
  cell?.kind === "text" && isUnreadCell(cell) ? { unread: cell.text } : undefined;

/**
 * Characters that end a slice: formulas may make a row a hundred times as long. A slice has some MB at most, plus its
 * last row.
 */
const maxSliceCharacters = 1_000_000;

/**
 * Fills formula columns per worksheet. Gets rows in final order, after the letter options. Cells that only Excel
 * can compute say so. In Excel files they are empty, or say what couldn't be read. Passes rows on in slices by size.
 * `yieldToEventLoop`: awaited before each formula of a row. `onUnexpectedError`: see {@link createRowComputer}.
 */
export const withFormulas = <Head extends Pick<ReportHead, "columns">>(
  { preferences, shop, fileType }: FormulaSettings,
  writer: ReportWriter<Head>,
  yieldToEventLoop: () => Promise<void> | void = () => undefined,
  onUnexpectedError?: OnUnexpectedError,
): ReportWriter<Head> => {
  const inExcel = fileFormats[fileType].holds.formulas;
  const valueIn = cellValue(shop.ianaTimezone, preferences.UserDateFormat);
  let formulas: FormulaColumns | undefined;
  let without: readonly (Cell | undefined)[] = [];

  const finished = ({ row, results }: ComputedRow<ReportRow>): ReportRow => ({
    ...row,
    cells: row.cells.map((cell, columnIndex) => {
      const result = results.get(columnIndex);
      if (result !== undefined) return resultCell(result);
      const instead = without[columnIndex];
      return instead === undefined ? cell : instead;
    }),
  });

  return {
    begin(head) {
      if (head.columns.some(({ formula }) => formula !== null)) {
        formulas = parseFormulas(head.columns.map(({ formula }) => formula));
        without = formulas.columns.map((column) => placeholderCell(column, inExcel));
      }
      return writer.begin(head);
    },
    async beginSheet(named) {
      const sheet = await writer.beginSheet(named);
      if (formulas === undefined) return sheet;
      const computer = createRowComputer<ReportRow>(
        formulas,
        { locale: shop.primaryLocale },
        ({ cells }, columnIndex) => valueIn(cells[columnIndex] ?? null),
        ({ cells }) => cellCharacters(cells),
        onUnexpectedError,
        inExcel
          ? { unreadAt: ({ cells }, columnIndex) => unreadIn(cells[columnIndex]), ahead: named.unread ?? new Set() }
          : undefined,
      );
      let ready: ReportRow[] = [];
      let characters = 0;
      const handOn = async (): Promise<void> => {
        const slice = ready;
        ready = [];
        characters = 0;
        await sheet.rows(slice);
      };
      const take = async (computed: readonly ComputedRow<ReportRow>[]): Promise<void> => {
        for (const one of computed) {
          const row = finished(one);
          ready.push(row);
          characters += cellCharacters(row.cells);
          if (characters >= maxSliceCharacters) await handOn();
        }
      };
      return {
        async rows(batch) {
          for (const row of batch) {
            await take(await runYielding(computer.add(row, row.afterLeftOut), yieldToEventLoop));
          }
          await handOn();
        },
        async end(counts) {
          await take(await runYielding(computer.end(counts.leftOut), yieldToEventLoop));
          await handOn();
          await sheet.end(counts);
        },
      };
    },
    end: (notes) => writer.end(notes),
  };
};
