import { sieverByCode } from "../filters/sievers.ts";
import { listSaid, sieverWords, valueSaid } from "./words.ts";

type Change = { from: readonly string[]; to: readonly string[] };

/** 'Order tags: added “vip”, removed not “test”.' `words`: as in 'added' and 'removed'. */
export const sieverChange = (code: number, { from, to }: Change, words: { added: string; removed: string }): string => {
  const name = sieverWords(code);
  const siever = sieverByCode.get(code);
  const said = (values: readonly string[]) => listSaid(values.map((value) => valueSaid(value, siever)));
  const added = to.filter((value) => !from.includes(value));
  const removed = from.filter((value) => !to.includes(value));
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${said(added)}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${said(removed)}`] : []),
  ];
  if (parts.length > 0) return `${name}: ${parts.join(", ")}.`;
  const same = from.length === to.length && from.every((value, place) => value === to[place]);
  return same ? `${name}: changed and changed back.` : `${name}: the values stand in another order.`;
};
