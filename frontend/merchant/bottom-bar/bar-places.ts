import { createContext, useContext } from "react";

/**
 * Portals of the frame for parts of pages, which cover nothing of the page (ADR 59). `above`, `content` and `end`: in a narrow screen's bar.
 * `status`: in a wide one's header. Null if absent.
 */
export type BarPlaces = Record<"above" | "content" | "end" | "status", HTMLElement | null>;

export const noBar: BarPlaces = { above: null, content: null, end: null, status: null };

export const BarPlacesContext = createContext<BarPlaces>(noBar);

/** The frame's portals, see {@link BarPlaces}. */
export const useBarPlaces = (): BarPlaces => useContext(BarPlacesContext);
