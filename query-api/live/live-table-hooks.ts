import { sha256 } from "#application/text/derive-id.ts";
import type { PicturePosition } from "#application/writing/html/html-cell.ts";
import type { TableHooks } from "#application/writing/html/html-tables.ts";
import { escapeHtmlAttribute } from "#application/writing/markup/escape.ts";
import { toSafeLink } from "#application/writing/markup/safe-link.ts";
import type { ReportRow } from "#application/writing/writer.ts";
import type { Cell } from "#domain/columns/definition.ts";
import type { LocalStatus } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { localStatuses, localStatusLabels } from "#domain/local-status/labels.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";

/** More rows or characters of HTML take a browser noticeably long to lay out. */
const [maxRows, maxCharacters] = [10_000, 12_000_000];

/** Short enough for ten thousand rows, and long enough for no two equal by chance. */
const digestOf = (text: string): string => sha256(text).slice(0, 16);

const optionsOf = (chosen: LocalStatus): string =>
  localStatuses
    .map((one) => `<option value="${one}"${one === chosen ? " selected" : ""}>${localStatusLabels[one]}</option>`)
    .join("");
const options = new Map(localStatuses.map((status) => [status, optionsOf(status)]));

export type LiveTableHooks = TableHooks & {
  leftOut(): number;
};

/**
 * Adds to each row for the live page: a stable key (`data-key`), a digest (`data-print`), its order, and a choice of
 * local status. `nameOf`: display name of an order, by its number.
 */
export const createLiveTableHooks = (
  columns: readonly CompiledColumn[],
  nameOf: (orderId: string) => string | undefined,
): LiveTableHooks => {
  /** Uses of a key so far: the position tells rows of one order apart. */
  const usesByKey = new Map<string, number>();
  let section = "";
  let shownRows = 0;
  let characters = 0;
  let leftOut = 0;

  /** Key of a row of several orders: its non-numeric content. */
  const digestCells = (cells: readonly Cell[]): string =>
    digestOf(JSON.stringify(cells.filter((_cell, index) => columns[index]?.valueKind !== "number")));

  const keyOf = (row: ReportRow, order: string | undefined): string => {
    const name = `${section}${order ?? digestCells(row.cells)}`;
    const uses = usesByKey.get(name) ?? 0;
    usesByKey.set(name, uses + 1);
    return `${name}.${uses}`;
  };
  const orderOf = ({ orderKey }: ReportRow): string | undefined =>
    orderKey === null || orderKey === undefined ? undefined : parseIdNumber(orderKey);

  const productAt = columns.findIndex(({ key }) => key === "ProductTitle");
  /** Name of a picture and of the link to it: `Image 2 of 3: Mug, #1001`. */
  const nameOfPicture = ({ row, column, nth, of }: PicturePosition): string => {
    const product = row.cells[productAt];
    const order = orderOf(row);
    const whose = [
      product?.kind === "text" ? product.text : "",
      order === undefined ? "" : (nameOf(order) ?? `order ${order}`),
    ].filter((part) => part !== "");
    const what = `${columns[column]?.title ?? "Picture"}${of > 1 ? ` ${nth + 1} of ${of}` : ""}`;
    return whose.length === 0 ? what : `${what}: ${whose.join(", ")}`;
  };

  return {
    pictureOf: (url, index) => {
      const source = toSafeLink(url);
      if (source === null || !source.startsWith("http")) return undefined;
      const name = escapeHtmlAttribute(nameOfPicture(index));
      return `<img class="p" loading="lazy" decoding="async" src="${escapeHtmlAttribute(source)}" alt="${name}">`;
    },
    renderAttributes(row, cells) {
      const order = orderOf(row);
      shownRows += 1;
      characters += cells.length;
      const ofOrder = order === undefined ? "" : ` data-order="${order}"`;
      return ` data-key="${escapeHtmlAttribute(keyOf(row, order))}" data-print="${digestOf(cells)}"${ofOrder}`;
    },
    statusCell(row, status) {
      const order = orderOf(row);
      if (order === undefined) return undefined;
      const name = nameOf(order) ?? `order ${order}`;
      const label = escapeHtmlAttribute(`Local status of ${name}`);
      return `<td class="l"><select data-order="${order}" data-status="${status}" aria-label="${label}">${options.get(status)}</select></td>`;
    },
    isFull() {
      const isFull = shownRows >= maxRows || characters >= maxCharacters;
      if (isFull) leftOut += 1;
      return isFull;
    },
    renderSection(name) {
      section = `${digestOf(name)}-`;
      return ` data-sheet="${escapeHtmlAttribute(name)}"`;
    },
    leftOut: () => leftOut,
  };
};
