import { listed } from "../text/listed.ts";
import type { OrderLeftOut } from "./events.ts";

/** Names the orders that a report lacks, as `, without #1042 and #1050`. Empty where it lacks none. */
export const withoutWords = (without: readonly OrderLeftOut[] = []): string =>
  without.length === 0 ? "" : `, without ${listed(without.map(({ name }) => name))}`;
