import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { sieverByCode } from "../../filters/sievers.ts";
import { firstOf, listed } from "../../filters/words/phrases.ts";
import type { ListDifference } from "../history/list-difference.ts";
import { sieverWords, valuesSaid } from "./words.ts";

/**
 * 'Order tags: added “vip”, removed not “test”.' `words`: such as 'added' and 'removed'. `moment`: reference time of
 * `date(…)`.
 */
export const sieverChange = (
  code: number,
  { added, removed, moreAdded, moreRemoved, reordered }: ListDifference,
  words: { added: string; removed: string },
  moment?: FilterMoment,
): string => {
  const siever = sieverByCode.get(code);
  const name = sieverWords(siever);
  const said = (values: readonly string[], more: number) => {
    const all = valuesSaid(values, siever, moment);
    // Hidden values are counted already.
    return all.length < values.length
      ? listed([...all, ...(more > 0 ? [`${more} others`] : [])], "and")
      : firstOf(all, more);
  };
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${said(added, moreAdded)}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${said(removed, moreRemoved)}`] : []),
  ];
  if (parts.length > 0) return `${name}: ${parts.join(", ")}.`;
  return reordered ? `${name}: the values were reordered.` : `${name}: changed and changed back.`;
};
