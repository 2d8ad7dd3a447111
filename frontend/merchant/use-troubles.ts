import { useEffect, useSyncExternalStore } from "react";
import type { PageTrouble } from "../shared/api/troubles.ts";
import { useServices } from "./services.tsx";

/** Current troubles reported by the server. */
export const useTroubles = (): readonly PageTrouble[] => {
  const { troubles } = useServices();
  return useSyncExternalStore(troubles.subscribe, troubles.current);
};

/** Calls `act` after each trouble or doubt, to retry what failed meanwhile. */
export const useOnRecovered = (act: () => void): void => {
  const { troubles } = useServices();
  useEffect(() => troubles.onRecovered(act), [troubles, act]);
};
