import { lazyPart } from "../loading/lazy-part.tsx";

/** Fetched when somebody is about to create a design. */
export const LazyNewDesignDialog = lazyPart(
  () => import("./new-design-dialog.tsx"),
  ({ onClose }) => onClose(),
);
