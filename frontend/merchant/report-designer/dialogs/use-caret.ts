import { useCallback, useLayoutEffect, useRef } from "react";

/** Tracks the caret of a controlled field. `insert` replaces the selection with text and focuses the field. */
export const useCaret = (value: string, onChange: (value: string) => void) => {
  const field = useRef<HTMLInputElement>(null);
  const next = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: must run once the field has the new value
  useLayoutEffect(() => {
    if (next.current !== null) field.current?.setSelectionRange(next.current, next.current);
    next.current = null;
  }, [value]);
  const replace = useCallback(
    (whole: string, caret: number) => {
      field.current?.focus();
      next.current = caret;
      onChange(whole);
    },
    [onChange],
  );
  const insert = (text: string) => {
    const { selectionStart, selectionEnd } = field.current ?? {};
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length];
    replace(value.slice(0, from) + text + value.slice(to), from + text.length);
  };
  return { field, insert, replace: (whole: string) => replace(whole, whole.length) };
};
