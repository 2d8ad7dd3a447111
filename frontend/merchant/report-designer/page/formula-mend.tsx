import { useMemo } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { useFeatures } from "../../use-features.ts";
import { MendButton } from "../mend-button.tsx";
import { mendInPlace } from "../mend-in-place.ts";

export type FormulaMendProps = {
  column: ReportColumn;
  /** The columns of the file from left to right. */
  inFile: readonly ReportColumn[];
  onMend: (column: string, formula: string) => void;
};

/** A button that takes the formula that was meant; nothing if that isn't clear or the shop can't edit formulas. */
const FormulaMend = ({ column, inFile, onMend }: FormulaMendProps) => {
  const { CustomColumnEditor } = useFeatures();
  const mended = useMemo(() => mendInPlace(column, inFile), [column, inFile]);
  return CustomColumnEditor && mended !== null ? (
    <MendButton use={mended} onUse={() => onMend(column.Column, mended)} />
  ) : null;
};

export default FormulaMend;
