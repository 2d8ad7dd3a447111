import { createContext, useContext } from "react";

/** Where parts of the page put what stands in the bar; null while there is no bar. */
export type BarPlaces = Record<"above" | "content" | "end", HTMLElement | null>;

export const noBar: BarPlaces = { above: null, content: null, end: null };

export const BarPlacesContext = createContext<BarPlaces>(noBar);

/** The places of the bar. All are null on a wide screen: there the page itself and the floating button hold what the bar would. */
export const useBarPlaces = (): BarPlaces => useContext(BarPlacesContext);
