import { createLazyPart } from "../loading/create-lazy-part.tsx";
import type { DeletedDrawerProps } from "./deleted-drawer.tsx";
import type { HistoryDrawerProps } from "./history-drawer.tsx";

// Loaded when opened.
export const LazyHistoryDrawer = createLazyPart<HistoryDrawerProps>(
  () => import("./history-drawer.tsx"),
  ({ onClose }) => onClose(),
);
export const LazyDeletedDrawer = createLazyPart<DeletedDrawerProps>(
  () => import("./deleted-drawer.tsx"),
  ({ onClose }) => onClose(),
);
