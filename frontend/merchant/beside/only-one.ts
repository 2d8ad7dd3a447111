import { useEffect, useRef } from "react";

const open = new Set<() => void>();

/** There is one place beside the page: what opens there closes what was there before. */
export const useOnlyOne = (onClose: () => void): void => {
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
