import { useMemo } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { useFeatures } from "../../use-features.ts";
import { FixButton } from "../fix-button.tsx";
import { suggestFormula } from "../suggest-formula.ts";

export type FormulaFixProps = {
  column: ReportColumn;
  /** The file's columns, left to right. */
  inFile: readonly ReportColumn[];
  onMend: (column: string, formula: string) => void;
};

/** Hidden if the likely formula is unclear or the shop can't edit formulas. */
const FormulaFix = ({ column, inFile, onMend }: FormulaFixProps) => {
  const { CustomColumnEditor } = useFeatures();
  const mended = useMemo(() => suggestFormula(column, inFile), [column, inFile]);
  return CustomColumnEditor && mended !== null ? (
    <FixButton use={mended} onUse={() => onMend(column.Column, mended)} />
  ) : null;
};

export default FormulaFix;
