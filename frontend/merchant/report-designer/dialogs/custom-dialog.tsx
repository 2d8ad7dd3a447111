import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useId, useMemo, useState } from "react";
import { formulaProblem } from "#domain/designs/custom-column.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import { columnLetters, type FormulaTrial, tryFormula } from "./formula-trial.ts";
import type { ColumnDialogProps } from "./index.ts";

const { Empty, ExcelFormula } = CustomColumnCategory;
const rowsTried = 5;

/** What stands in a column of one's own: nothing, to be filled in by hand, or a formula (S-2.3.4, S-2.5). */
const CustomDialog = ({ column, shown, all, rows, formulas, edits, onClose }: ColumnDialogProps) => {
  const held = column.CustomColumn;
  const heldFormula = held?.Category === ExcelFormula ? (held.ExcelFormula?.Formula ?? "") : null;
  const [category, setCategory] = useState<number>(heldFormula === null ? Empty : ExcelFormula);
  const [typed, setTyped] = useState(heldFormula ?? "=");
  // What is wrong with it already is said at once.
  const [isTouched, setTouched] = useState(column.FormulaProblem !== undefined);
  const isFormula = category === ExcelFormula;
  const formula = typed.trim();
  const wrong = formulaProblem(formula);
  const tried = useDeferredValue(wrong === undefined ? formula : null);
  const trial = useMemo(
    () =>
      tried === null ? null : tryFormula(tried, column.Column, { shown, all }, rows.slice(0, rowsTried), formulas),
    [tried, column.Column, shown, all, rows, formulas],
  );
  const problem = wrong ?? trial?.problem ?? undefined;
  const isOther = isFormula ? formula !== heldFormula : held !== null && held.Category !== Empty;
  return (
    <DialogFrame
      title="Edit custom column"
      about={column.Title}
      wide
      canSave={isOther && (!isFormula || problem === undefined)}
      onSave={() => edits.setCustom(column.Column, isFormula ? { category: ExcelFormula, formula } : null)}
      onClose={onClose}
    >
      <RadioGroup aria-label="Category" value={category} onChange={(event) => setCategory(Number(event.target.value))}>
        <FormControlLabel value={Empty} label="Empty" control={<Radio autoFocus={!isFormula} />} />
        <FormControlLabel value={ExcelFormula} label="Excel Formula" control={<Radio />} />
      </RadioGroup>
      {isFormula ? (
        <>
          <TextField
            fullWidth
            multiline
            maxRows={5}
            autoFocus
            label="Formula"
            placeholder="=A1*B1"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setTouched(true);
            }}
            // Enter saves, as in every other field: a formula is one line.
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.currentTarget.closest("form")?.requestSubmit();
            }}
            error={isTouched && problem !== undefined}
            helperText={
              (isTouched && problem) ||
              trial?.notice ||
              "Refer to cells of the first row, such as A1, B1, C1. Row numbers are adapted to each row."
            }
            slotProps={{
              htmlInput: { maxLength: 900, spellCheck: false, style: { fontFamily: "ui-monospace, monospace" } },
              formHelperText: { role: "status" },
            }}
            sx={{ mt: 2 }}
          />
          <Results trial={problem === undefined ? trial : null} />
          <Letters shown={shown} own={column.Column} />
        </>
      ) : (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          The column stays empty, for you to fill in once the report is made.
        </Typography>
      )}
    </DialogFrame>
  );
};

/** What the formula comes to in the first rows; the place is kept while there is nothing to show. */
const Results = ({ trial }: { trial: FormulaTrial | null }) => {
  const id = useId();
  return (
    <Box sx={{ mt: 2, px: 2, py: 1.25, borderRadius: 1, bgcolor: "surface.sunken" }}>
      <Typography variant="subtitle2" component="div" id={id} color="textSecondary">
        In the first rows
      </Typography>
      <Box
        component="ol"
        aria-labelledby={id}
        sx={{
          m: 0,
          mt: 0.5,
          pl: 0,
          listStylePosition: "inside",
          minHeight: rowsTried * 20,
          fontSize: "0.8125rem",
          lineHeight: "20px",
          fontVariantNumeric: "tabular-nums",
          "& li::marker": { color: "text.secondary" },
        }}
      >
        {(trial?.results ?? []).map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <Box component="li" key={at} sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {result === "" ? "(empty)" : result}
          </Box>
        ))}
      </Box>
    </Box>
  );
};

/** How formulas call the visible columns. */
const Letters = ({ shown, own }: Pick<ColumnDialogProps, "shown"> & { own: string }) => (
  <Box sx={{ mt: 2 }}>
    <Typography variant="subtitle2" component="div" color="textSecondary" id="formula-columns">
      Columns of the report
    </Typography>
    <Box
      component="ul"
      aria-labelledby="formula-columns"
      tabIndex={0}
      sx={{
        listStyle: "none",
        m: 0,
        mt: 0.5,
        p: 0,
        maxHeight: 132,
        overflowY: "auto",
        display: "grid",
        gridTemplateColumns: { xs: "1fr", sm: "1fr 1fr" },
        columnGap: 2,
        fontSize: "0.8125rem",
        lineHeight: 1.7,
        "& strong": { display: "inline-block", minWidth: 32, fontWeight: 600 },
        "& li": { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", color: "text.secondary" },
      }}
    >
      {columnLetters(shown).map(({ letters, title }, at) => (
        <li key={letters}>
          <strong>{letters}1</strong>
          {shown[at]?.Column === own ? `${title} (this column)` : title}
        </li>
      ))}
    </Box>
  </Box>
);

export default CustomDialog;
