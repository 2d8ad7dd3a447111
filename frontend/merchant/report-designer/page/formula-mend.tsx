import { useMemo } from "react";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { useFeatures } from "../../use-features.ts";
import { MendButton } from "../mend-button.tsx";
import { mendInPlace } from "../mend-in-place.ts";

export type FormulaMendProps = {
  column: ReportColumn;
  /** The file's columns from left to right. */
  inFile: readonly ReportColumn[];
  onMend: (column: string, formula: string) => void;
};

/** A button to take the meant formula; nothing if that is unclear or the shop can't edit formulas. */
const FormulaMend = ({ column, inFile, onMend }: FormulaMendProps) => {
  const { CustomColumnEditor } = useFeatures();
  const mended = useMemo(() => mendInPlace(column, inFile), [column, inFile]);
  return CustomColumnEditor && mended !== null ? (
    <MendButton use={mended} onUse={() => onMend(column.Column, mended)} />
  ) : null;
};

export default FormulaMend;
