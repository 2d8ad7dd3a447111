import { createContext, useContext } from "react";

/**
 * Where parts of the page put what stands in the frame, so that it covers nothing of the page (ADR 59). `above`, `content` and `end`: in the
 * bar of a narrow screen. `status`: in the header of a wide one. Null where there is none.
 */
export type BarPlaces = Record<"above" | "content" | "end" | "status", HTMLElement | null>;

export const noBar: BarPlaces = { above: null, content: null, end: null, status: null };

export const BarPlacesContext = createContext<BarPlaces>(noBar);

/** The places of the frame, see {@link BarPlaces}. */
export const useBarPlaces = (): BarPlaces => useContext(BarPlacesContext);
