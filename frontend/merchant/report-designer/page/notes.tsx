import Alert from "@mui/material/Alert";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { getErrorMessage, isSkipped } from "../../../shared/api/api-error.ts";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { leftOutText } from "../../report-cells/left-out-text.ts";
import { showsAllOrders } from "../../report-cells/shows-all-orders.ts";
import { UnreadNote } from "../../report-cells/unread-note.tsx";
import { columnNames } from "../column-names.ts";
import type { FormulaFixProps } from "./formula-fix.tsx";
import { FormulaNotes } from "./formula-notes.tsx";

type NotesProps = Omit<FormulaFixProps, "column"> & {
  preview: Preview | undefined;
  slow: readonly ReportColumn[];
  /** Unsaved changes of columns. */
  unsaved: readonly string[];
  error: unknown;
  onRetry: () => void;
};

/**
 * Notes about the preview: sample orders, partly unreadable orders, slow columns, a failed preview, and invalid
 * columns.
 */
export const Notes = ({ preview, slow, unsaved, error, onRetry, ...formulas }: NotesProps) => (
  <>
    {error !== null && !isSkipped(error) && (
      <RetryAlert sx={{ mb: 2 }} onRetry={onRetry}>
        The preview could not be loaded. {getErrorMessage(error)}
      </RetryAlert>
    )}
    {preview?.Generated && (
      <Alert severity="warning" sx={{ mb: 2 }}>
        The store doesn't have any orders. The following orders are randomly generated
      </Alert>
    )}
    <UnreadNote preview={preview} />
    {unsaved.length > 0 && (
      <Alert severity="error" role="alert" sx={{ mb: 2, overflowWrap: "anywhere" }}>
        Your last change is not saved. {unsaved.join(" ")} Change it, or undo it.
      </Alert>
    )}
    <FormulaNotes {...formulas} />
    {slow.length > 0 && (
      <Alert severity="warning" sx={{ mb: 2, overflowWrap: "anywhere" }}>
        {slow.length === 1
          ? `${columnNames(slow)} takes longer to load. Hide it if you don't need it.`
          : `${columnNames(slow)} take longer to load. Hide what you don't need.`}
      </Alert>
    )}
  </>
);

const sampleOf = (preview: Preview | undefined, slow: boolean): string => {
  if (preview?.Generated) return "Made-up sample orders";
  const limit = preview?.Limit ?? (slow ? 20 : 50);
  return slow ? `The last ${limit} orders, because slow columns are visible` : `The last ${limit} orders`;
};

/**
 * Warns that rows add up several orders and the store has more orders than the preview, so its sums differ from the
 * file's.
 */
const sumsText = (preview: Preview | undefined): string | null =>
  preview === undefined || preview.Generated || showsAllOrders(preview)
    ? null
    : "Sums here cover only these. The file adds up all its orders";

/**
 * Describes the preview's orders (S-2.9), the limits of its sums (`addsUp`: rows add up orders), and the number of rows
 * that only the file has.
 */
export const sampleText = (preview: Preview | undefined, slow: boolean, addsUp: boolean): string => {
  const more = preview?.Generated ? null : leftOutText(preview?.RowsLeftOut);
  return [sampleOf(preview, slow), addsUp ? sumsText(preview) : null, more].filter((text) => text !== null).join(". ");
};
