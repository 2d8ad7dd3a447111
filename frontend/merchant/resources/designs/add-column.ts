import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** Navigation state that makes the designer add a column. */
export const addColumnState = (column: string) => ({ addColumn: column });

/** Passes on once the column that the previous page asks for. A reload or 'back' doesn't add it again. */
export const useAskedColumn = (onAdd: (column: string) => void): void => {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const latest = useRef(onAdd);
  latest.current = onAdd;
  useEffect(() => {
    if (typeof state !== "object" || state === null || !("addColumn" in state)) return;
    const { addColumn, ...rest } = state;
    void navigate(pathname, { replace: true, state: rest });
    if (typeof addColumn === "string") latest.current(addColumn);
  }, [pathname, state, navigate]);
};
