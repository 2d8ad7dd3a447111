import { createLazyPart } from "../loading/create-lazy-part.tsx";

/** Loaded when someone starts to create a design. */
export const LazyNewDesignDialog = createLazyPart(
  () => import("./new-design-dialog.tsx"),
  ({ onClose }) => onClose(),
);
