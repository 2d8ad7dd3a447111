import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useBarPlaces } from "./bar-places.ts";

/** A page's content for the bar of a narrow screen; nothing without a bar. */
export const InBottomBar = ({ children }: { children: ReactNode }) => {
  const { content } = useBarPlaces();
  return content === null ? null : createPortal(children, content);
};
