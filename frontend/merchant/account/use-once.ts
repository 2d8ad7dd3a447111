import { useEffect, useRef } from "react";

/** Runs once when the screen opens: one-time codes must not be sent twice. */
export const useOnce = (run: () => Promise<void> | void): void => {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    void run();
  });
};
