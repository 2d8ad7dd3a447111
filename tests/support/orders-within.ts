import type { JsonObject } from "#infra/ports/json.ts";

/** Which orders a search finds, by ids and dates only. */
export const isFoundBy =
  (query: string) =>
  (order: JsonObject): boolean => {
    const ids = [...query.matchAll(/\bid:(\d+)/g)].map((match) => match[1]);
    if (ids.length > 0) return ids.includes(String(order.id).split("/").at(-1));
    const created = String(order.createdAt);
    const from = /created_at:>='([^']+)'/.exec(query)?.[1];
    const to = /created_at:<'([^']+)'/.exec(query)?.[1];
    return (from === undefined || created >= from) && (to === undefined || created < to);
  };
