import { type Dispatch, type SetStateAction, useCallback } from "react";
import type { BarPlaces } from "./bar-places.ts";

/** Sets one place of the frame, by the ref of its element. */
export const usePlace = (name: keyof BarPlaces, onPlaces: Dispatch<SetStateAction<BarPlaces>>) =>
  useCallback(
    (element: HTMLElement | null) =>
      onPlaces((before) => (before[name] === element ? before : { ...before, [name]: element })),
    [name, onPlaces],
  );
