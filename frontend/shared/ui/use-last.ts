import { useRef } from "react";

/** The last value that was not null: what a dialog or a menu shows while it fades. */
export const useLast = <Value>(value: Value | null): Value | null => {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
};
