import { useEffect, useRef } from "react";

const open = new Set<() => void>();

/** Only one panel fits beside the page: opening one closes the previous. */
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
