import { useEffect } from "react";

/** Where text is typed the browser's own undo works, and over a dialog nothing beneath it changes. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable=true], [role=dialog]") !== null;

/** Ctrl+Z takes the last edit back, Ctrl+Shift+Z and Ctrl+Y do it again; with the command key on a Mac. */
export const useUndoKeys = ({ undo, redo }: { undo: () => void; redo: () => void }): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) redo();
      else undo();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [undo, redo]);
};
