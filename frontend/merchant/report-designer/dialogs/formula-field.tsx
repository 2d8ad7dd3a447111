import Alert from "@mui/material/Alert";
import TextField from "@mui/material/TextField";
import { type RefObject, useEffect, useState } from "react";
import type { TypedFormula } from "#domain/formulas/typed/parse-typed-formula.ts";
import { FixButton } from "../fix-button.tsx";

type FormulaFieldProps = {
  inputRef: RefObject<HTMLInputElement | null>;
  value: string;
  onChange: (value: string) => void;
  /** The problem, once it should be shown. While one types, it isn't. */
  problem: string | undefined;
  notice: string | undefined;
  typed: TypedFormula;
  onMend: (formula: string) => void;
};

const pauseMs = 600;

/**
 * True once typing has paused. A formula lacks its last brackets while it is typed, and users need no help with these.
 */
const useIsResting = (text: string): boolean => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested === text;
};

const hint = "Use cell references from the first row, such as A1, B1, C1. Row numbers are adapted to each row.";

/** The formula's field, with its messages, and a button for the likely formula. */
export const FormulaField = ({ inputRef, value, onChange, problem, notice, typed, onMend }: FormulaFieldProps) => {
  const { formula, advice, mend } = typed;
  const isResting = useIsResting(value);
  const [hasLeft, setHasLeft] = useState(false);
  const shown = isResting || hasLeft ? problem : undefined;
  // A field that takes the focus as it opens has its caret at the start, before the '='.
  useEffect(() => {
    const { length } = inputRef.current?.value ?? "";
    inputRef.current?.setSelectionRange(length, length);
  }, [inputRef]);
  const keptAs = typed.problem === undefined && formula !== value.trim() ? `Saved as ${formula}` : undefined;
  const mending = mend && <FixButton use={mend.use} onUse={() => onMend(mend.formula)} />;
  return (
    <>
      <TextField
        fullWidth
        multiline
        maxRows={5}
        autoFocus
        label="Formula"
        placeholder="=A1*B1"
        value={value}
        inputRef={inputRef}
        onChange={(event) => {
          setHasLeft(false);
          onChange(event.target.value);
        }}
        onBlur={() => setHasLeft(true)}
        // A formula is one line: Enter saves, as in every other field.
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.closest("form")?.requestSubmit();
        }}
        error={shown !== undefined}
        helperText={shown ?? notice ?? keptAs ?? hint}
        slotProps={{
          htmlInput: { maxLength: 900, spellCheck: false, style: { fontFamily: "ui-monospace, monospace" } },
          formHelperText: { role: "status", sx: { overflowWrap: "anywhere" } },
        }}
        sx={{ mt: 2 }}
      />
      {shown !== undefined && mending}
      {advice !== undefined && problem === undefined && (
        <Alert severity="warning" role="status" sx={{ mt: 1 }}>
          {advice}
          {mending}
        </Alert>
      )}
    </>
  );
};
