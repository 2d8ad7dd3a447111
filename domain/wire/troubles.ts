/**
 * What Sheaf cannot do now, as something that it stands on is away: `saving`, `showing` anything at all, showing the `newest` changes in
 * lists, and making and delivering `reports`. All of them pass, and nothing is lost by them.
 */
export const troubles = ["saving", "showing", "newest", "reports"] as const;
export type Trouble = (typeof troubles)[number];

/** Of every answer of the API while there is any: their names, separated by commas. */
export const troublesHeader = "x-troubles";

/** The troubles that such a header names; what it names else is of a newer server, and passed over. */
export const troublesIn = (header: string | null): Trouble[] => {
  const named = (header ?? "").split(",").map((name) => name.trim());
  return troubles.filter((trouble) => named.includes(trouble));
};
