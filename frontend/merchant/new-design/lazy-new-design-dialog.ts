import { lazyPart } from "../loading/lazy-part.tsx";

/** Loaded when somebody starts to create a design. */
export const LazyNewDesignDialog = lazyPart(
  () => import("./new-design-dialog.tsx"),
  ({ onClose }) => onClose(),
);
