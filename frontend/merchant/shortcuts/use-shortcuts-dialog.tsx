import { type ReactNode, Suspense, useState } from "react";
import { shortcuts } from "../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../shared/ui/use-shortcut.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import type { ShortcutsDialogProps } from "./shortcuts-dialog.tsx";

const LazyShortcutsDialog = createLazyPart<ShortcutsDialogProps>(
  () => import("./shortcuts-dialog.tsx"),
  ({ onClose }) => onClose(),
);

/** The list of keyboard shortcuts, which "?" opens anywhere but in a text field. */
export const useShortcutsDialog = (): { open: () => void; dialog: ReactNode } => {
  /** Null until the dialog is first opened, which loads its code. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const open = () => setOpen(true);
  useShortcut(shortcuts.list, open);
  const dialog = isOpen !== null && (
    <Suspense fallback={null}>
      <LazyShortcutsDialog open={isOpen} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open, dialog };
};
