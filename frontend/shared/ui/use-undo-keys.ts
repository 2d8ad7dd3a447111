import { useEffect } from "react";

type UndoKeys = { undo: () => void; redo?: () => void };

/** Who takes something back by keys now; the last one came last. */
const listening: UndoKeys[] = [];

/** Where text is typed the browser's own undo works, and over a dialog nothing beneath it changes. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable=true], [role=dialog]") !== null;

/**
 * Ctrl+Z takes the last edit back, Ctrl+Shift+Z and Ctrl+Y do it again; with the command key on a Mac. Of several that can take
 * something back, the one that came last does.
 */
export const useUndoKeys = ({ undo, redo }: UndoKeys): void => {
  useEffect(() => {
    const mine: UndoKeys = { undo, ...(redo && { redo }) };
    listening.push(mine);
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return;
      const key = event.key.toLowerCase();
      if ((key !== "z" && key !== "y") || event.defaultPrevented || listening.at(-1) !== mine) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo?.();
      else undo();
    };
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("keydown", press);
      listening.splice(listening.indexOf(mine), 1);
    };
  }, [undo, redo]);
};
