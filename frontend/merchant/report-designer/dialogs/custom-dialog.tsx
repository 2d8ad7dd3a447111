import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { formulaProblem } from "#domain/designs/custom-column.ts";
import { columnTitleProblem } from "#domain/designs/validate.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { parseTypedFormula } from "#domain/formulas/typed/parse-typed-formula.ts";
import { DialogFrame } from "./dialog-frame.tsx";
import { FormulaColumns } from "./formula-columns.tsx";
import { FormulaField } from "./formula-field.tsx";
import { FormulaResults, rowsTried } from "./formula-results.tsx";
import { tryFormula } from "./formula-trial.ts";
import type { ColumnDialogProps } from "./index.ts";
import { advisesProfit, ProfitHint } from "./profit-hint.tsx";
import { useCaret } from "./use-caret.ts";

const { Empty, ExcelFormula } = CustomColumnCategory;

/** The content of a custom column: empty, to be filled in by hand, or a formula (S-2.3.4, S-2.5). */
const CustomDialog = ({
  column,
  visibleColumns,
  allColumns,
  rows,
  formulas,
  edits,
  initialCategory,
  onClose,
}: ColumnDialogProps) => {
  const customColumn = column.CustomColumn;
  const heldFormula = customColumn?.Category === ExcelFormula ? (customColumn.ExcelFormula?.Formula ?? "") : null;
  const [category, setCategory] = useState<number>(
    heldFormula === null && initialCategory !== ExcelFormula ? Empty : ExcelFormula,
  );
  const [text, setText] = useState(heldFormula ?? "=");
  // An existing problem is shown at once.
  const [isTouched, setTouched] = useState(column.FormulaProblem !== undefined);
  const change = useCallback((value: string) => {
    setText(value);
    setTouched(true);
  }, []);
  const isAdded = initialCategory !== undefined;
  const [title, setTitle] = useState(column.Title);
  const titleProblem = isAdded ? columnTitleProblem(title) : undefined;
  const caret = useCaret(text, change);
  const isFormula = category === ExcelFormula;
  const columns = useMemo(
    () => ({
      titles: visibleColumns.map(({ Title }) => Title),
      hidden: allColumns.filter(({ Visible }) => !Visible).map(({ Title }) => Title),
    }),
    [visibleColumns, allColumns],
  );
  const typed = useMemo(() => parseTypedFormula(text.trim(), columns), [text, columns]);
  const { formula } = typed;
  const wrong = typed.problem ?? formulaProblem(formula);
  const triedFormula = useDeferredValue(wrong === undefined ? formula : null);
  const trial = useMemo(
    () =>
      triedFormula === null
        ? null
        : tryFormula(
            triedFormula,
            column.Column,
            { shown: visibleColumns, all: allColumns },
            rows.slice(0, rowsTried),
            formulas,
          ),
    [triedFormula, column.Column, visibleColumns, allColumns, rows, formulas],
  );
  const problem = wrong ?? trial?.problem ?? undefined;
  const isOther = isFormula ? formula !== heldFormula : customColumn !== null && customColumn.Category !== Empty;
  return (
    <DialogFrame
      title={isAdded ? "Add formula" : "Edit custom column"}
      about={isAdded ? undefined : column.Title}
      isWide
      canSave={isOther && titleProblem === undefined && (!isFormula || problem === undefined)}
      onSave={() =>
        edits.setCustom(
          column.Column,
          isFormula ? { category: ExcelFormula, formula } : null,
          isAdded && title.trim() !== column.Title ? title.trim() : undefined,
        )
      }
      onClose={onClose}
    >
      {isAdded && (
        <TextField
          fullWidth
          label="Title"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          onFocus={(event) => event.target.select()}
          error={titleProblem !== undefined}
          helperText={titleProblem}
          slotProps={{ htmlInput: { maxLength: 900 }, formHelperText: { role: "status" } }}
          sx={{ mb: 2 }}
        />
      )}
      <RadioGroup aria-label="Category" value={category} onChange={(event) => setCategory(Number(event.target.value))}>
        <FormControlLabel value={Empty} label="Empty" control={<Radio autoFocus={!isFormula} />} />
        <FormControlLabel value={ExcelFormula} label="Excel Formula" control={<Radio />} />
      </RadioGroup>
      {isFormula ? (
        <>
          <FormulaField
            inputRef={caret.field}
            value={text}
            onChange={change}
            problem={isTouched ? problem : undefined}
            notice={trial?.notice ?? undefined}
            typed={typed}
            onMend={caret.replace}
          />
          {advisesProfit(text, visibleColumns) && <ProfitHint />}
          <FormulaResults trial={problem === undefined ? trial : null} />
          <FormulaColumns visibleColumns={visibleColumns} own={column.Column} onChoose={caret.insert} />
        </>
      ) : (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          The column stays empty, for you to fill in once the report is made.
        </Typography>
      )}
    </DialogFrame>
  );
};

export default CustomDialog;
