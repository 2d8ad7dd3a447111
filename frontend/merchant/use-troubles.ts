import { useEffect, useSyncExternalStore } from "react";
import type { PageTrouble } from "../shared/api/troubles.ts";
import { useServices } from "./services.tsx";

/** What the server cannot do now. */
export const useTroubles = (): readonly PageTrouble[] => {
  const { troubles } = useServices();
  return useSyncExternalStore(troubles.subscribe, troubles.current);
};

/** Does something when the server can do everything again, and after each doubt whether it could: what failed meanwhile is tried anew. */
export const useWhenWell = (act: () => void): void => {
  const { troubles } = useServices();
  useEffect(() => troubles.onWell(act), [troubles, act]);
};
