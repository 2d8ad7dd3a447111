/**
 * Current outages: `saving`, `showing` anything, showing the `newest` changes in lists, making and delivering
 * `reports`. They lose nothing.
 */
export const troubles = ["saving", "showing", "newest", "reports"] as const;
export type Trouble = (typeof troubles)[number];

/** Set on every API response during an outage: the names, separated by commas. */
export const troublesHeader = "x-troubles";

/** Parses the header. Ignores unknown names, which a newer server may send. */
export const parseTroubles = (header: string | null): Trouble[] => {
  const named = (header ?? "").split(",").map((name) => name.trim());
  return troubles.filter((trouble) => named.includes(trouble));
};
