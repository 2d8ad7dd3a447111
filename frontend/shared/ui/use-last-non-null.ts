import { useRef } from "react";

/** The last value that was not null, for a dialog or menu to show while it fades. */
export const useLastNonNull = <Value>(value: Value | null): Value | null => {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return last.current;
};
