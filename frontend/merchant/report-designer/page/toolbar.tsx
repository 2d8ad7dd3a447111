import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import type { ReactNode } from "react";
import { ColumnsIcon, FormulaIcon, RedoIcon, UndoIcon } from "../../../shared/ui/icons.tsx";
import type { FormulaSettings } from "../formulas.ts";
import type { DesignEditor } from "../session/use-design-editor.ts";

type ToolbarProps = {
  editor: Pick<DesignEditor, "undo" | "redo" | "canUndo" | "canRedo" | "said">;
  /** The preview's settings. */
  settings: FormulaSettings;
  /** Null if the page has no panel. */
  panel: { open: boolean; toggle: () => void } | null;
  /** Null if the shop may not add formulas, or if every custom column is used. */
  onAddFormula: (() => void) | null;
  /** The buttons of the next steps. */
  next: ReactNode;
  /** Describes the orders in the table. */
  note: string;
  loading: boolean;
  /** There are no rows yet. */
  isFirst: boolean;
};

/** The bar above the table: columns, formulas, undo and redo, and a note on the table's orders. */
export const Toolbar = ({ editor, settings, panel, onAddFormula, next, note, loading, isFirst }: ToolbarProps) => (
  <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1, rowGap: 0.5, mb: 1 }}>
    {panel && (
      <Button variant="contained" startIcon={<ColumnsIcon />} aria-expanded={panel.open} onClick={panel.toggle}>
        Show/Hide Columns
      </Button>
    )}
    {onAddFormula && (
      <Button variant="outlined" color="inherit" startIcon={<FormulaIcon />} onClick={onAddFormula}>
        Add formula
      </Button>
    )}
    <Step name="Undo" keys="Ctrl+Z" icon={<UndoIcon fontSize="small" />} can={editor.canUndo} act={editor.undo} />
    <Step name="Redo" keys="Ctrl+Shift+Z" icon={<RedoIcon fontSize="small" />} can={editor.canRedo} act={editor.redo} />
    {/* Announces edits to screen readers. A new key makes them read repeated words again. */}
    <Box role="status" sx={visuallyHidden}>
      <span key={editor.said.count}>{editor.said.inWords(settings)}</span>
    </Box>
    <Box sx={{ flex: 1 }} />
    <Typography
      variant="body2"
      color="textSecondary"
      role="status"
      aria-busy={loading && isFirst}
      // Keeps the height on a narrow screen, with or without undo and redo beside the note.
      sx={{ display: "flex", alignItems: "center", gap: 1, minHeight: { xs: 34, sm: 20 } }}
    >
      {/* The circle has its place when there is none, so the note doesn't change lines. */}
      <Box sx={{ width: 14, lineHeight: 0 }}>
        {loading && <CircularProgress size={14} thickness={5} aria-label="Loading the preview" />}
      </Box>
      {note}
    </Typography>
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, flexBasis: { xs: "100%", sm: "auto" } }}>{next}</Box>
  </Box>
);

type StepProps = { name: string; keys: string; icon: React.ReactElement; can: boolean; act: () => void };

/** Stays focusable when unavailable, so the focus isn't lost. */
const Step = ({ name, keys, icon, can, act }: StepProps) => (
  <Tooltip title={`${name} (${keys})`}>
    <IconButton
      aria-label={name}
      aria-keyshortcuts={keys.replace("Ctrl", "Control")}
      aria-disabled={!can}
      onClick={() => can && act()}
      sx={{ "&[aria-disabled=true]": { color: "text.disabled", cursor: "default" } }}
    >
      {icon}
    </IconButton>
  </Tooltip>
);
