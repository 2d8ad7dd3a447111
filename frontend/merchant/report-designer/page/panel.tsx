import Box from "@mui/material/Box";
import { useMemo } from "react";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { useColumnInfos } from "../../resources/columns/use-columns.ts";
import { ColumnsPanel } from "../columns-panel/columns-panel.tsx";
import { type PanelDesign, panelColumns } from "../columns-panel/panel-columns.ts";
import { missingPermissions } from "../permissions/missing-permissions.ts";
import { PermissionNotes } from "../permissions/permission-notes.tsx";
import { useMissingScopes } from "../permissions/use-permissions.ts";

export type PanelProps = {
  /** Columns of the design as read. */
  columns: readonly ReportColumn[];
  design: PanelDesign;
  preview: Preview | undefined;
  /** Counts requests to focus the search field; at 0 the heading keeps the focus on a touch screen. */
  searches: number;
  onToggle: (column: string) => void;
  /** The next unused custom column; null if none is left or the shop can't add custom columns. */
  free: string | null;
  onAddFormula: (column: string) => void;
  /** Saves edits before the page is left to grant a permission. */
  settle: () => Promise<boolean>;
  onClose: () => void;
};

/** Placeholder until the columns' infos are loaded. */
const nothingSaid = new Map();

/** 'Show/Hide Columns' for the edited design. */
const Panel = ({ columns, design, preview, settle, ...rest }: PanelProps) => {
  const infos = useColumnInfos().data ?? nothingSaid;
  const lacks = useMissingScopes(columns, preview);
  const listed = useMemo(() => panelColumns(columns, design, infos, lacks), [columns, design, infos, lacks]);
  const missing = missingPermissions(
    columns.filter(({ Column }) => design.shown.includes(Column)),
    lacks,
  );
  const notice = missing.length > 0 && (
    <Box sx={{ mt: 1.5, "& .MuiAlert-root": { mb: 0 } }}>
      <PermissionNotes missing={missing} settle={settle} />
    </Box>
  );
  return <ColumnsPanel columns={listed} notice={notice} {...rest} />;
};

export default Panel;
