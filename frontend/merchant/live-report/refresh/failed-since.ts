import { useEffect, useState } from "react";

/** Since when the table could not be refreshed, in milliseconds since 1970; null while it could. */
export const useFailedSince = (hasFailed: boolean): number | null => {
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => setSince((known) => (hasFailed ? (known ?? Date.now()) : null)), [hasFailed]);
  return hasFailed ? since : null;
};
