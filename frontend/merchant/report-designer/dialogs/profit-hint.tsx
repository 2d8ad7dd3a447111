import Typography from "@mui/material/Typography";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { columnLetters } from "./formula-trial.ts";

const aboutCost = /\b(cost|profit|margin|markup)/i;

/** True if a formula names a cost or a margin, by a word or by the letters of such a column. */
export const advisesProfit = (text: string, visibleColumns: readonly ReportColumn[]): boolean => {
  if (aboutCost.test(text)) return true;
  const cells = new Set(text.toUpperCase().match(/\b[A-Z]{1,3}(?=\$?\d)/g));
  return columnLetters(visibleColumns).some(({ letters, title }) => cells.has(letters) && aboutCost.test(title));
};

/** Names the columns that need no formula. */
export const ProfitHint = () => (
  <Typography variant="body2" color="textSecondary" role="status" sx={{ mt: 1 }}>
    Sheaf has columns for this: <strong>Profit</strong>, <strong>Profit margin %</strong> and <strong>Markup %</strong>.
    They stay empty where a cost isn't known. Find them under Show/Hide Columns.
  </Typography>
);
