import { useEffect, useRef } from "react";
import { isPressed, type Shortcut } from "./shortcuts.ts";

const textFields =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])";

/** Keys that write a letter belong to text fields, and to menus, which search with them. */
const writes = (keys: string): boolean => keys.length === 1;

const isIn = (target: EventTarget | undefined, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

type Options = {
  /** False while it has nothing to do; its keys then belong to the browser. */
  isOn?: boolean;
  /** For a part of a dialog; others don't act below one. */
  inDialog?: boolean;
};

/** Acts on a shortcut's keys, wherever the focus is. */
export const useShortcut = (
  { keys }: Shortcut,
  act: () => void,
  { isOn = true, inDialog = false }: Options = {},
): void => {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isPressed(keys, event)) return;
      // The field itself, also in a live report's shadow root.
      const [target] = event.composedPath();
      if (writes(keys) && isIn(target, `${textFields}, [role=menu], [role=listbox]`)) return;
      if (!inDialog && !writes(keys) && isIn(target, "[role=dialog]")) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    // Panels keep keys to themselves, so this listens before them.
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [keys, isOn, inDialog]);
};
