import { createContext, useContext } from "react";

/**
 * Portals of the frame for parts of pages (ADR 59). `above`, `content` and `end`: in a narrow screen's bar. `status`:
 * in a wide one's header. Null if absent.
 */
export type BarSlots = Record<"above" | "content" | "end" | "status", HTMLElement | null>;

export const noSlots: BarSlots = { above: null, content: null, end: null, status: null };

export const BarSlotsContext = createContext<BarSlots>(noSlots);

/** See {@link BarSlots}. */
export const useBarSlots = (): BarSlots => useContext(BarSlotsContext);
