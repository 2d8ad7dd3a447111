import { useEffect, useSyncExternalStore } from "react";
import type { Trouble } from "#domain/wire/troubles.ts";
import { useServices } from "./services.tsx";

/** What the server cannot do now. */
export const useTroubles = (): readonly Trouble[] => {
  const { troubles } = useServices();
  return useSyncExternalStore(troubles.subscribe, troubles.current);
};

/** Does something when the server can do everything again, and after each doubt whether it could: what failed meanwhile is tried anew. */
export const useWhenWell = (act: () => void): void => {
  const { troubles } = useServices();
  useEffect(() => troubles.onWell(act), [troubles, act]);
};
