import { jsonEqual } from "../core/json-equal.ts";
import { firstOf } from "../filters/phrases.ts";
import { sieverByCode } from "../filters/sievers.ts";
import { sieverWords, valueSaid } from "./words.ts";

type Change = { from: readonly string[]; to: readonly string[] };

/** 'Order tags: added “vip”, removed not “test”.' `words`: as in 'added' and 'removed'. */
export const sieverChange = (code: number, { from, to }: Change, words: { added: string; removed: string }): string => {
  const siever = sieverByCode.get(code);
  const name = sieverWords(siever);
  const said = (values: readonly string[]) => firstOf(values.map((value) => valueSaid(value, siever)));
  const added = to.filter((value) => !from.includes(value));
  const removed = from.filter((value) => !to.includes(value));
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${said(added)}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${said(removed)}`] : []),
  ];
  if (parts.length > 0) return `${name}: ${parts.join(", ")}.`;
  return jsonEqual(from, to) ? `${name}: changed and changed back.` : `${name}: the values stand in another order.`;
};
