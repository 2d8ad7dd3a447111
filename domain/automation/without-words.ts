import type { OrderLeftOut } from "./events.ts";

/** `, without #1042 and #1050`: orders that a report lacks; empty where it lacks none. */
export const withoutWords = (without: readonly OrderLeftOut[] = []): string => {
  const names = without.map(({ name }) => name);
  const last = names.pop();
  if (last === undefined) return "";
  return `, without ${names.length === 0 ? last : `${names.join(", ")} and ${last}`}`;
};
