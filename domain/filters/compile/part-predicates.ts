import type { Attribute } from "../../orders/order.ts";
import { createCachedFold, fold, foldLettersForSearch, isAscii } from "../../text/fold.ts";
import { attributeKeys, attributeTexts, isPair } from "../attributes.ts";
import type { PartialMatch } from "../siever-criteria.ts";
import type { ValuePart } from "../wildcards.ts";

const partPredicates: Readonly<Record<ValuePart, (text: string, part: string) => boolean>> = {
  begins: (text, part) => text.startsWith(part),
  ends: (text, part) => text.endsWith(part),
  contains: (text, part) => text.includes(part),
};

/** True if a text has one of the parts. */
export type PartTest = (text: string) => boolean;

/** Tests in the same form as for whole texts (ADR 19). */
export const partTest = (parts: readonly PartialMatch[]): PartTest => {
  const form = createCachedFold(fold);
  const wanted = parts.map(({ part, text }) => ({ part, text: fold(text) }));
  return (text) => {
    const own = form(text);
    return wanted.some((one) => partPredicates[one.part](own, one.text));
  };
};

/**
 * Tests order tags, which the search narrows. ASCII parts match only ASCII letters: `caf*` finds `Café`, but
 * `cafe*` does not, because a search may miss it. Other parts match only texts beyond ASCII.
 */
export const searchedPartTest = (parts: readonly PartialMatch[]): PartTest => {
  const letters = createCachedFold(foldLettersForSearch);
  const plain = parts.filter(({ text }) => isAscii(text)).map(({ part, text }) => ({ part, text: fold(text) }));
  const beyond = partTest(parts.filter(({ text }) => !isAscii(text)));
  return (text) => {
    const own = letters(text);
    return plain.some((one) => partPredicates[one.part](own, one.text)) || (!isAscii(text) && beyond(text));
  };
};

/** A part with a colon is looked for in name and value, others in the value. */
export const attributePartTest = (parts: readonly PartialMatch[]): ((attributes: readonly Attribute[]) => boolean) => {
  const form = createCachedFold(fold);
  const wanted = parts.flatMap(({ part, text }) => attributeKeys(text).map((key) => ({ part, key })));
  return (attributes) =>
    attributes.some((attribute) => {
      const { value, pair } = attributeTexts(attribute, form);
      return wanted.some(({ part, key }) =>
        isPair(key) ? partPredicates[part](pair, key) : value !== "" && partPredicates[part](value, key),
      );
    });
};
