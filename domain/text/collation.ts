const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Below 0, 0 or above 0 by code point, which JavaScript's own comparison is not beyond the first 65,536. */
export const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a === b) continue;
    // Halves of a pair stand for more than any unit that is a character by itself.
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) ? 1 : -1;
  }
  return left.length - right.length;
};

const collatorOf = (locale: string): Intl.Collator => {
  const options = { numeric: true };
  try {
    return new Intl.Collator(locale, options);
  } catch (error) {
    if (error instanceof RangeError) return new Intl.Collator("en", options);
    throw error;
  }
};

/**
 * Compares texts as the shop's language collates them, and numbers in them by value: 'Size 2' before 'Size 10'. Equal ones go by code point,
 * `007` before `7`, so texts that differ are never equal. `locale`: the shop's primary one, `pt-BR`; one that is none counts as English.
 */
export const createCollation = (locale: string): ((left: string, right: string) => number) => {
  const { compare } = collatorOf(locale);
  return (left, right) => compare(left, right) || compareCodePoints(left, right);
};
