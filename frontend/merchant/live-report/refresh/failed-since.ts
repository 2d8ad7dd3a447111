import { useEffect, useState } from "react";

/** Start of the current refresh failure, ms since 1970. */
export const useFailedSince = (hasFailed: boolean): number | null => {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => setSince((known) => (hasFailed ? (known ?? Date.now()) : null)), [hasFailed]);
  return hasFailed ? since : null;
};
