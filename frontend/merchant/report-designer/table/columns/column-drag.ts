import { createContext, type PointerEvent as ReactPointerEvent, useCallback, useContext, useMemo } from "react";

/** Starts a drag of a column with the press of a pointer on what stands for it. */
export type StartDrag = (column: string, event: ReactPointerEvent) => void;

/** What headers and the entries of the panel know of dragging: the column that is dragged now, and how a drag begins. */
export const ColumnDragContext = createContext<{ dragged: string | null; start: StartDrag }>({
  dragged: null,
  start: () => undefined,
});

/** Makes something a handle that drags a column into the table, or within it. */
export const useDragSource = (column: string, disabled = false) => {
  const { dragged, start } = useContext(ColumnDragContext);
  const press = useCallback((event: ReactPointerEvent) => start(column, event), [start, column]);
  return useMemo(
    () => ({ isDragging: dragged === column, onPointerDown: disabled ? undefined : press }),
    [dragged, column, disabled, press],
  );
};
