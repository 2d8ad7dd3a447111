import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { memo } from "react";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { DragIcon, MoveDownIcon, MoveUpIcon } from "../../shared/ui/icons.tsx";
import { rowLayout } from "../listing/row-frame.tsx";
import type { Row } from "./kinds.ts";
import { RowText } from "./row-text.tsx";

type OrderingRowProps = {
  row: Row;
  day: ShopDay;
  first: boolean;
  isLast: boolean;
  onMove: (row: Row, by: -1 | 1) => void;
};

/** A row during reordering: a drag handle and two arrows. */
export const OrderingRow = memo(({ row, day, first, isLast, onMove }: OrderingRowProps) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: row.id,
  });
  return (
    <Box
      component="li"
      ref={setNodeRef}
      data-row={row.id}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      sx={{
        ...rowLayout,
        pl: { xs: 0.75, sm: 1.25 },
        gap: 0.75,
        "@media (prefers-reduced-motion: reduce)": { transition: "none !important" },
        ...(isDragging && { zIndex: 1, boxShadow: 4, bgcolor: "surface.raised" }),
      }}
    >
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        data-part="handle"
        size="small"
        title="Drag"
        aria-label={`Drag ${row.title}`}
        sx={{ touchAction: "none", cursor: isDragging ? "grabbing" : "grab" }}
      >
        <DragIcon fontSize="small" />
      </IconButton>
      <RowText row={row} day={day} />
      <Arrows row={row} first={first} isLast={isLast} onMove={onMove} />
    </Box>
  );
});

/** Memoized, as all rows render again and again during a drag. */
const Arrows = memo(({ row, first, isLast, onMove }: Omit<OrderingRowProps, "day">) => (
  <>
    <Arrow part="up" name={`Move up ${row.title}`} unavailable={first} onMove={() => onMove(row, -1)} />
    <Arrow part="down" name={`Move down ${row.title}`} unavailable={isLast} onMove={() => onMove(row, 1)} />
  </>
));

type ArrowProps = { part: "up" | "down"; name: string; unavailable: boolean; onMove: () => void };

/** Stays focusable at an end of the list, so the focus isn't lost. */
const Arrow = ({ part, name, unavailable, onMove }: ArrowProps) => (
  <IconButton
    data-part={part}
    size="small"
    title={part === "up" ? "Move up" : "Move down"}
    aria-label={name}
    aria-disabled={unavailable}
    onClick={() => !unavailable && onMove()}
    sx={{ "&[aria-disabled=true]": { color: "text.disabled", cursor: "default" } }}
  >
    {part === "up" ? <MoveUpIcon fontSize="small" /> : <MoveDownIcon fontSize="small" />}
  </IconButton>
);
