import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useId, useMemo, useRef } from "react";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { Rows } from "../listing/rows.tsx";
import type { Row } from "./kinds.ts";
import { describePosition, moveTo } from "./moves.ts";
import { OrderingRow } from "./ordering-row.tsx";

type OrderingRowsProps = {
  rows: readonly Row[];
  day: ShopDay;
  labelledBy: string;
  onMove: (row: Row, by: -1 | 1) => void;
  /** Called after a drag with all ids in their new order. */
  onPlace: (row: Row, ids: readonly string[]) => void;
  onDragging: (now: boolean) => void;
};

const upAndDownOnly: Modifier = ({ transform }) => ({ ...transform, x: 0 });

const screenReaderInstructions = {
  draggable:
    "To move the row, press Space or Enter, then the arrow keys. Space or Enter drops it, Escape leaves it where it was.",
};

/** Rows to reorder by arrows, or by dragging with pointer or keyboard. */
export const OrderingRows = ({ rows, day, labelledBy, onMove, onPlace, onDragging }: OrderingRowsProps) => {
  const id = useId();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 3 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = useMemo(() => rows.map((row) => row.id), [rows]);
  /** The drop target last announced. */
  const saidOver = useRef<unknown>(null);
  const announcements = useMemo((): Announcements => {
    const titleOf = (of: unknown) => rows.find((row) => row.id === of)?.title ?? "The row";
    const placeOf = (moved: unknown, over: unknown) =>
      describePosition(titleOf(moved), ids.indexOf(String(over)) + 1, ids.length);
    return {
      onDragStart: ({ active }) => {
        saidOver.current = active.id;
        return `Picked up. ${placeOf(active.id, active.id)}`;
      },
      onDragOver: ({ active, over }) => {
        if (over === null || over.id === saidOver.current) return;
        saidOver.current = over.id;
        return placeOf(active.id, over.id);
      },
      // The list announces the new place itself.
      onDragEnd: () => undefined,
      onDragCancel: ({ active }) => `Left where it was. ${placeOf(active.id, active.id)}`,
    };
  }, [rows, ids]);

  const drop = ({ active, over }: DragEndEvent) => {
    onDragging(false);
    const row = rows.find((one) => one.id === active.id);
    if (row !== undefined && over !== null && over.id !== active.id)
      onPlace(row, moveTo(ids, row.id, ids.indexOf(String(over.id))));
  };
  return (
    <DndContext
      id={id}
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDownOnly]}
      accessibility={{ announcements, screenReaderInstructions }}
      onDragStart={() => onDragging(true)}
      onDragEnd={drop}
      onDragCancel={() => onDragging(false)}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <Rows labelledBy={labelledBy}>
          {rows.map((row, index) => (
            <OrderingRow
              key={row.id}
              row={row}
              day={day}
              first={index === 0}
              isLast={index === rows.length - 1}
              onMove={onMove}
            />
          ))}
        </Rows>
      </SortableContext>
    </DndContext>
  );
};
