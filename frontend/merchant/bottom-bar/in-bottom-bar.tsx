import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useBarPlaces } from "./bar-places.ts";

/** What a page shows in the bar of a narrow screen; nothing where there is no bar. */
export const InBottomBar = ({ children }: { children: ReactNode }) => {
  const { content } = useBarPlaces();
  return content === null ? null : createPortal(children, content);
};
