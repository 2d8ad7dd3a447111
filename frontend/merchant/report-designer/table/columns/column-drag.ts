import { createContext, type PointerEvent as ReactPointerEvent, useCallback, useContext, useMemo } from "react";

export type StartDrag = (column: string, event: ReactPointerEvent) => void;

/** The dragged column, and a function to start, for headers and panel entries. */
export const ColumnDragContext = createContext<{ dragged: string | null; start: StartDrag }>({
  dragged: null,
  start: () => undefined,
});

/** Makes an element a handle that drags a column into or within the table. */
export const useDragSource = (column: string, disabled = false) => {
  const { dragged, start } = useContext(ColumnDragContext);
  const press = useCallback((event: ReactPointerEvent) => start(column, event), [start, column]);
  return useMemo(
    () => ({ isDragging: dragged === column, onPointerDown: disabled ? undefined : press }),
    [dragged, column, disabled, press],
  );
};
