/**
 * May be unavailable: `saving`; `showing` anything; showing the `newest` changes in lists; making and delivering
 * `reports`. No data is lost.
 */
export const outages = ["saving", "showing", "newest", "reports"] as const;
export type Outage = (typeof outages)[number];

/** Names outages on every API response, separated by commas. */
export const outagesHeader = "x-troubles";

/** Parses the header's outages. Ignores unknown names, which a newer server may send. */
export const parseOutages = (header: string | null): Outage[] => {
  const named = (header ?? "").split(",").map((name) => name.trim());
  return outages.filter((outage) => named.includes(outage));
};
