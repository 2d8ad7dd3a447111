import { type Dispatch, type SetStateAction, useCallback } from "react";
import type { BarSlots } from "./bar-slots.ts";

/** Sets one portal of the frame, by its element's ref. */
export const useSlot = (name: keyof BarSlots, onPlaces: Dispatch<SetStateAction<BarSlots>>) =>
  useCallback(
    (element: HTMLElement | null) =>
      onPlaces((before) => (before[name] === element ? before : { ...before, [name]: element })),
    [name, onPlaces],
  );
