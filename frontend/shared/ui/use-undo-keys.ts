import { useEffect } from "react";

type UndoKeys = { undo: () => void; redo?: () => void };

const listening: UndoKeys[] = [];

/** Text fields keep the browser's own undo, and a dialog blocks undo below it. */
const isTextFieldOrDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, [contenteditable=true], [role=dialog]") !== null;

/** Ctrl+Z undoes, Ctrl+Shift+Z and Ctrl+Y redo; with the command key on a Mac. The last registered handler wins. */
export const useUndoKeys = ({ undo, redo }: UndoKeys): void => {
  useEffect(() => {
    const mine: UndoKeys = { undo, ...(redo && { redo }) };
    listening.push(mine);
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTextFieldOrDialog(event.target)) return;
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
