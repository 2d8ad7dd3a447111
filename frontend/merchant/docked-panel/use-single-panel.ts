import { useEffect, useRef } from "react";

const open = new Set<() => void>();

/** Closes the previous panel when one opens, as only one fits beside the page. */
export const useSinglePanel = (onClose: () => void): void => {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const close = () => latest.current();
    for (const other of [...open]) other();
    open.add(close);
    return () => {
      open.delete(close);
    };
  }, []);
};
