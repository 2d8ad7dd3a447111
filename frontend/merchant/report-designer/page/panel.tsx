import { useMemo } from "react";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { useColumnInfos } from "../../resources/columns/use-columns.ts";
import { ColumnsPanel } from "../columns-panel/columns-panel.tsx";
import { type PanelDesign, panelColumns } from "../columns-panel/panel-columns.ts";

export type PanelProps = {
  /** Every column, as the design was read. */
  columns: readonly ReportColumn[];
  design: PanelDesign;
  onToggle: (column: string) => void;
  onClose: () => void;
};

/** What is said of the columns, until that is known. */
const nothingSaid = new Map();

/** 'Show/Hide Columns' of the design that is edited. */
const Panel = ({ columns, design, ...rest }: PanelProps) => {
  const infos = useColumnInfos().data ?? nothingSaid;
  const listed = useMemo(() => panelColumns(columns, design, infos), [columns, design, infos]);
  return <ColumnsPanel columns={listed} {...rest} />;
};

export default Panel;
