import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useId, useState } from "react";
import { columnLetters } from "./formula-trial.ts";
import type { ColumnDialogProps } from "./index.ts";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

type FormulaColumnsProps = Pick<ColumnDialogProps, "visibleColumns"> & {
  /** The formula's own column, which it can't refer to. */
  own: string;
  /** Inserts a cell, `C1`, into the formula. */
  onChoose: (cell: string) => void;
};

/** The letters of the visible columns in formulas. Choosing one inserts it. Tab reaches one, arrow keys the others. */
export const FormulaColumns = ({ visibleColumns, own, onChoose }: FormulaColumnsProps) => {
  const id = useId();
  const columns = columnLetters(visibleColumns);
  const isOwn = (index: number) => visibleColumns[index]?.Column === own;
  const first = columns.findIndex((_, index) => !isOwn(index));
  const [reached, setReached] = useState(first);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    const index = buttons.findIndex((button) => button.matches(":focus"));
    buttons[index + step]?.focus();
  };
  return (
    <Box sx={{ mt: 2 }}>
      <Typography variant="subtitle2" component="div" color="textSecondary" id={id}>
        Columns in this report. Choose one to add it to the formula
      </Typography>
      <Box
        component="ul"
        aria-labelledby={id}
        onKeyDown={onKeyDown}
        sx={{
          listStyle: "none",
          m: 0,
          mx: -1,
          mt: 0.5,
          p: 0,
          maxHeight: { xs: 188, sm: 148 },
          overflowY: "auto",
          display: "grid",
          gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
          fontSize: "0.8125rem",
          lineHeight: 1.7,
          "& li": { minWidth: 0 },
          "& strong": { display: "inline-block", minWidth: 32, fontWeight: 600, color: "text.primary" },
          "& button, & .own": {
            display: "block",
            width: "100%",
            px: 1,
            py: { xs: 1.125, sm: 0.25 },
            overflow: "hidden",
            textOverflow: "ellipsis",
            whiteSpace: "nowrap",
            textAlign: "left",
            color: "text.secondary",
          },
          "& button": {
            font: "inherit",
            border: 0,
            borderRadius: 1,
            background: "none",
            cursor: "pointer",
            "&:hover": { bgcolor: "action.hover", color: "text.primary" },
            "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", outlineOffset: -2 },
          },
        }}
      >
        {columns.map(({ letters, title }, index) => {
          const cell = `${letters}1`;
          return (
            <li key={letters}>
              {isOwn(index) ? (
                <span className="own">
                  <strong>{cell}</strong>
                  {title} (this column)
                </span>
              ) : (
                <button
                  type="button"
                  title={title}
                  tabIndex={index === reached ? 0 : -1}
                  onFocus={() => setReached(index)}
                  // Keeps the caret in the formula.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(cell)}
                >
                  <strong>{cell}</strong>
                  {title}
                </button>
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
};
