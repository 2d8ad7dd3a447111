import { useEffect, useRef } from "react";
import { isPressed, type Shortcut } from "./shortcuts.ts";

const textFields =
  "textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])";

/** True for a single character, which text fields and menus (type-ahead) need themselves. */
const writes = (keys: string): boolean => keys.length === 1;

const isIn = (target: EventTarget | undefined, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

type Options = {
  /** False while the shortcut has nothing to do; its keys then belong to the browser. */
  isOn?: boolean;
  /** True inside a dialog. Without it, a key combination is ignored while the focus is in a dialog. */
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
      // The focused element, also within a live report's shadow root.
      const [target] = event.composedPath();
      if (writes(keys) && isIn(target, `${textFields}, [role=menu], [role=listbox]`)) return;
      if (!inDialog && !writes(keys) && isIn(target, "[role=dialog]")) return;
      event.preventDefault();
      if (!event.repeat) latest.current();
    };
    // Panels stop the propagation of key events, so this listens in the capture phase.
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, [keys, isOn, inDialog]);
};
