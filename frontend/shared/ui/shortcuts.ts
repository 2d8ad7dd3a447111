/** `keys`: `Ctrl+Shift+Z`. `name`: the effect. */
export type Shortcut = { keys: string; name: string; place: string };

/** All shortcuts, in the order of their list. Ctrl stands for the command key on a Mac. */
export const shortcuts = {
  generate: { keys: "Ctrl+Enter", name: "Generate", place: "Reports" },
  searchColumns: { keys: "Ctrl+K", name: "Search columns", place: "Report designer, list of columns" },
  save: { keys: "Ctrl+S", name: "Save now, and say if everything is saved", place: "Editors" },
  undo: { keys: "Ctrl+Z", name: "Undo", place: "Report designer, after a deletion" },
  redo: { keys: "Ctrl+Shift+Z", name: "Redo", place: "Report designer" },
  previousPage: { keys: "Alt+PageUp", name: "Previous page", place: "Select specific orders" },
  nextPage: { keys: "Alt+PageDown", name: "Next page", place: "Select specific orders" },
  list: { keys: "?", name: "Show this list", place: "Outside text fields" },
} as const satisfies Readonly<Record<string, Shortcut>>;

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const isPressed = (keys: string, pressed: Pressed): boolean => {
  const parts = keys.split("+");
  const key = parts.at(-1) ?? "";
  const wants = (part: string) => parts.slice(0, -1).includes(part);
  // Some keyboards need Shift, or Alt, for a sign such as "?".
  const isSign = key.length === 1 && key.toUpperCase() === key.toLowerCase();
  return (
    pressed.key.toLowerCase() === key.toLowerCase() &&
    wants("Ctrl") === (pressed.ctrlKey || pressed.metaKey) &&
    (isSign || (wants("Alt") === pressed.altKey && wants("Shift") === pressed.shiftKey))
  );
};
