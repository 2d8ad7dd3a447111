import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useBarSlots } from "./bar-slots.ts";

/** A page's content for the bar of a narrow screen; nothing without a bar. */
export const InBottomBar = ({ children }: { children: ReactNode }) => {
  const { content } = useBarSlots();
  return content === null ? null : createPortal(children, content);
};
