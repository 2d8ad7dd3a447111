import type { FilterMoment } from "../../filters/compile/compiled.ts";
import { joinWords, listFirst } from "../../filters/description/phrases.ts";
import { sieverByCode } from "../../filters/sievers.ts";
import type { ListDifference } from "../history/list-difference.ts";
import { describeSiever, describeStoredValues } from "./filter-text.ts";

/**
 * Example: 'Order tags: added “vip”, removed not “test”.' `words`: such as 'added' and 'removed'. `moment`: reference
 * time of `date(…)`.
 */
export const describeSieverChange = (
  code: number,
  { added, removed, moreAdded, moreRemoved, reordered }: ListDifference,
  words: { added: string; removed: string },
  moment?: FilterMoment,
): string => {
  const siever = sieverByCode.get(code);
  const name = describeSiever(siever);
  const describeValues = (values: readonly string[], more: number) => {
    const all = describeStoredValues(values, siever, moment);
    // Hidden values are counted already.
    return all.length < values.length
      ? joinWords([...all, ...(more > 0 ? [`${more} others`] : [])], "and")
      : listFirst(all, more);
  };
  const parts = [
    ...(added.length > 0 ? [`${words.added} ${describeValues(added, moreAdded)}`] : []),
    ...(removed.length > 0 ? [`${words.removed} ${describeValues(removed, moreRemoved)}`] : []),
  ];
  if (parts.length > 0) return `${name}: ${parts.join(", ")}.`;
  return reordered ? `${name}: the values were reordered.` : `${name}: changed and changed back.`;
};
