import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { memo, useMemo } from "react";
import { Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { DragIcon, MoreIcon, MoveDownIcon, MoveUpIcon } from "../../../../shared/ui/icons.tsx";
import type { FormulaSettings } from "../../formulas.ts";
import { sortLabel } from "../sort-labels.ts";

type ColumnsListProps = {
  /** Leftmost first. */
  columns: readonly ReportColumn[];
  /** The preview's settings. */
  settings: FormulaSettings;
  /** Columns without a permission yet. */
  locked: ReadonlySet<string>;
  onMove: (column: string, to: number) => void;
  onMenu: (column: ReportColumn, anchor: HTMLElement) => void;
};

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

/** A vertical list of the visible columns, to edit them where the table is too narrow for dragging. */
export const ColumnsList = memo(({ columns, settings, locked, onMove, onMenu }: ColumnsListProps) => {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = useMemo(() => columns.map(({ Column }) => Column), [columns]);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over !== null && over.id !== active.id) onMove(String(active.id), ids.indexOf(String(over.id)));
  };
  return (
    <Paper variant="outlined" sx={{ mb: 2 }} component="section" aria-label="Visible columns">
      <Typography variant="h3" sx={{ px: 2, py: 1.5 }}>
        Columns
      </Typography>
      <DndContext sensors={sensors} collisionDetection={closestCenter} modifiers={[upAndDownOnly]} onDragEnd={drop}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <Box component="ol" sx={{ listStyle: "none", m: 0, p: 0, maxHeight: 360, overflowY: "auto" }}>
            {columns.map((column, at) => (
              <ListedColumn
                key={column.Column}
                column={column}
                sorting={column.Sorting === Sorting.None ? null : sortLabel(column, settings)}
                isLocked={locked.has(column.Column)}
                index={at}
                isLast={at === columns.length - 1}
                onMove={onMove}
                onMenu={onMenu}
              />
            ))}
          </Box>
        </SortableContext>
      </DndContext>
    </Paper>
  );
});

type ListedColumnProps = Omit<ColumnsListProps, "columns" | "settings" | "locked"> & {
  column: ReportColumn;
  /** Sort direction in words; null if not sorted. */
  sorting: string | null;
  isLocked: boolean;
  index: number;
  isLast: boolean;
};

const ListedColumn = memo(({ column, sorting, isLocked, index, isLast, onMove, onMenu }: ListedColumnProps) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: column.Column,
  });
  const { Column, Title } = column;
  const notes = [column.Disabled && "not with this grouping", isLocked && "no access yet", sorting];
  const note = notes.filter(Boolean).join(", ");
  return (
    <Box
      component="li"
      ref={setNodeRef}
      data-column={Column}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      sx={{
        display: "flex",
        alignItems: "center",
        minHeight: 48,
        pl: 0.5,
        pr: 1,
        position: "relative",
        bgcolor: "background.paper",
        borderTop: 1,
        borderColor: "divider",
        ...(isDragging && { zIndex: 1, boxShadow: 4, bgcolor: "surface.raised" }),
      }}
    >
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        size="small"
        aria-label={`Drag ${Title}`}
        sx={{ touchAction: "none", cursor: isDragging ? "grabbing" : "grab" }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <Box sx={{ flex: 1, minWidth: 0, px: 0.5, color: column.Disabled ? "text.secondary" : "text.primary" }}>
        <Typography noWrap title={Title}>
          {Title}
        </Typography>
        {note !== "" && (
          <Typography variant="caption" color="textSecondary" noWrap component="div">
            {note}
          </Typography>
        )}
      </Box>
      <Arrow name={`Move up ${Title}`} unavailable={index === 0} onMove={() => onMove(Column, index - 1)}>
        <MoveUpIcon fontSize="small" />
      </Arrow>
      <Arrow name={`Move down ${Title}`} unavailable={isLast} onMove={() => onMove(Column, index + 1)}>
        <MoveDownIcon fontSize="small" />
      </Arrow>
      <IconButton
        size="small"
        aria-label={`Menu of ${Title}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(column, event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
    </Box>
  );
});

type ArrowProps = { name: string; unavailable: boolean; onMove: () => void; children: React.ReactElement };

/** Stays focusable at an end of the list, so the focus isn't lost. */
const Arrow = ({ name, unavailable, onMove, children }: ArrowProps) => (
  <IconButton
    size="small"
    aria-label={name}
    aria-disabled={unavailable}
    onClick={() => !unavailable && onMove()}
    sx={{ "&[aria-disabled=true]": { color: "text.disabled", cursor: "default" } }}
  >
    {children}
  </IconButton>
);
