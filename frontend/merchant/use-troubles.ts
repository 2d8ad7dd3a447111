import { useEffect, useSyncExternalStore } from "react";
import type { PageTrouble } from "../shared/api/troubles.ts";
import { useServices } from "./services.tsx";

/** From the server. */
export const useTroubles = (): readonly PageTrouble[] => {
  const { troubles } = useServices();
  return useSyncExternalStore(troubles.subscribe, troubles.current);
};

/** After each trouble or doubt, to retry what failed meanwhile. */
export const useOnRecovered = (act: () => void): void => {
  const { troubles } = useServices();
  useEffect(() => troubles.onRecovered(act), [troubles, act]);
};
