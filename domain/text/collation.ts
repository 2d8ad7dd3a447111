const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;

/** Compares by code point. JavaScript's own comparison differs above U+FFFF. */
export const compareCodePoints = (left: string, right: string): number => {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    // Surrogates encode code points above every single unit.
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
 * Compares texts by the shop's language, and numbers in them by value: 'Size 2' before 'Size 10'. Ties go by
 * code point, `007` before `7`, so different texts are never equal. `locale`: the shop's primary one; invalid ones
 * count as English.
 */
export const createCollation = (locale: string): ((left: string, right: string) => number) => {
  const { compare } = collatorOf(locale);
  return (left, right) => compare(left, right) || compareCodePoints(left, right);
};
