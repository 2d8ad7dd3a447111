import type { Preview } from "#domain/wire/reports/report-data.ts";
import { showsAllOrders } from "../../report-cells/shows-all-orders.ts";
import { type CountState, describeOrderCount, testOrdersText } from "../../resources/order-count.ts";

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

/** Counts all rows, including omitted ones. */
export const countRows = ({ Sheets, RowsLeftOut = 0 }: Preview): number =>
  Sheets.reduce((sum, { Rows }) => sum + Rows.length, RowsLeftOut);

/**
 * The share of the file in the preview: `31 rows from the newest 20 of 300 orders`, or all. `addsUp`:
 * rows add up several orders, so their sums are below the file's, and the text says so. `count`: of the selected
 * orders, as far as known; `selected`: number of individually chosen ones, or 0.
 */
export const describePreview = (preview: Preview, addsUp: boolean, count: CountState, selected: number): string => {
  const words = rowsInWords(preview, addsUp, count, selected);
  const tests = testOrdersText(preview.TestOrders, preview.Orders);
  return tests === null ? words : `${words}. ${tests}`;
};

const rowsInWords = (preview: Preview, addsUp: boolean, count: CountState, selected: number): string => {
  const { Orders } = preview;
  const rows = counted(countRows(preview), "row");
  if (showsAllOrders(preview))
    return `${countRows(preview) === 1 ? "" : "All "}${rows} from ${counted(Orders, "order")}`;
  const from = addsUp ? ", adding up only" : " from";
  const file = addsUp ? ". The file adds up all of them" : "";
  // With a filter on fetched orders, only a limited number of the newest was fetched.
  if (preview.LookedAt !== undefined) {
    const found = `${rows}${from} ${counted(Orders, "order")} found among the newest ${preview.LookedAt.toLocaleString("en")}`;
    return addsUp ? `${found}. The file adds up all that match` : found;
  }
  const newest = `${rows}${from} the newest ${Orders.toLocaleString("en")}`;
  if (selected > 0) return `${newest} of ${counted(selected, "chosen order")}${file}`;
  if (count.state === "known" && !count.isOld) return `${newest} of ${describeOrderCount(count.count)}${file}`;
  const alone = `${rows}${from} the newest ${counted(Orders, "order")}`;
  return addsUp ? `${alone}. The file adds up all orders` : alone;
};

/** Describes a preview without rows. */
export const describeEmptyPreview = ({ LookedAt, Unread = [] }: Preview): { title: string; text: string } => {
  if (Unread.some(({ LeftOut }) => LeftOut))
    return {
      title: "We couldn't read these rows",
      text: "Orders that may match couldn't be read from your store. Try again in a few minutes.",
    };
  return LookedAt === undefined
    ? {
        title: "No rows with these choices",
        text: "The file would contain only column titles. A longer date range or another filter usually helps.",
      }
    : {
        title: `None among the newest ${LookedAt} orders`,
        text: "Older ones may still match: the file covers all of them.",
      };
};

/** A note on sums if a filter leaves lines out (R-19); null if nothing counts whole orders. */
export const describeFilteredLines = ({ LinesFiltered }: Preview): string | null => {
  if (LinesFiltered === undefined || LinesFiltered.WholeOrders.length === 0) return null;
  return LinesFiltered.LinesLeft.length === 0
    ? "Order amounts count whole orders, including lines that your filter leaves out."
    : "Line amounts count only lines that match the filter. Order amounts count whole orders.";
};

/** Marks below column titles when {@link describeFilteredLines} applies: which lines the figures count, by key. */
export const countMarks = ({ LinesFiltered }: Preview): ReadonlyMap<string, string> =>
  new Map([
    ...(LinesFiltered?.WholeOrders.map((key) => [key, "whole order"] as const) ?? []),
    ...(LinesFiltered?.LinesLeft.map((key) => [key, "matching lines"] as const) ?? []),
  ]);
