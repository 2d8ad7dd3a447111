import { type Dispatch, type SetStateAction, useCallback } from "react";
import type { BarPlaces } from "./bar-places.ts";

/** Sets one portal of the frame, by its element's ref. */
export const usePlace = (name: keyof BarPlaces, onPlaces: Dispatch<SetStateAction<BarPlaces>>) =>
  useCallback(
    (element: HTMLElement | null) =>
      onPlaces((before) => (before[name] === element ? before : { ...before, [name]: element })),
    [name, onPlaces],
  );
