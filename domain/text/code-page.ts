/** Code pages for text files (S-2.3.11). `languages`: those it suits. */
export const codePages = [
  { value: 0, name: "UTF-8", languages: "every language" },
  { value: 1250, name: "Central European", languages: "Polish, Czech, Hungarian, Croatian" },
  { value: 1251, name: "Cyrillic", languages: "Bulgarian, Russian, Serbian, Ukrainian" },
  { value: 1252, name: "Western European", languages: "English, German, French, Spanish" },
  { value: 1253, name: "Greek", languages: "Greek" },
  { value: 1254, name: "Turkish", languages: "Turkish" },
  { value: 1255, name: "Hebrew", languages: "Hebrew" },
  { value: 1256, name: "Arabic", languages: "Arabic" },
  { value: 1257, name: "Baltic", languages: "Estonian, Latvian, Lithuanian" },
  { value: 1258, name: "Vietnamese", languages: "Vietnamese" },
] as const;

/** Stands for characters that a page lacks. */
export const replacement = "?";

/** Encodes text in a code page. */
export type CodePage = {
  /** `replaced`: number of characters that became a {@link replacement}. */
  encode(text: string): { bytes: Uint8Array; replaced: number };
  /** True if the page has every character of the text, and none is the {@link replacement}. */
  canEncode(text: string): boolean;
};

/** The Vietnamese page writes tone marks after a letter, even one with another mark. */
const tones = /[\u0300\u0301\u0303\u0309\u0323]/;
const [questionMark] = new TextEncoder().encode(replacement);

/** Byte by UTF-16 unit, 0 if none. */
const tableOf = (value: number): Uint8Array => {
  const decoder = new TextDecoder(`windows-${value}`, { fatal: false });
  const table = new Uint8Array(0x10000);
  for (let byte = 1; byte < 256; byte += 1) {
    const unit = decoder.decode(Uint8Array.of(byte)).charCodeAt(0);
    // Unassigned bytes decode as control characters or U+FFFD.
    const isUnused = unit === 0xfffd || (unit >= 0x80 && unit < 0xa0);
    if (!isUnused) table[unit] = byte;
  }
  return table;
};

/** Splits `ấ` into `â` and its tone mark, as in the Vietnamese page. Undefined if the page lacks them. */
const splitBytes = (unit: string, table: Uint8Array): [number, number] | undefined => {
  const parts = unit.normalize("NFD");
  const tone = tones.exec(parts)?.[0];
  if (tone === undefined) return undefined;
  const letter = parts.replace(tone, "").normalize("NFC");
  const [first = 0, second = 0] = [table[letter.charCodeAt(0)], table[tone.charCodeAt(0)]];
  return letter.length === 1 && first > 0 && second > 0 ? [first, second] : undefined;
};

const isHigh = (unit: number) => unit >= 0xd800 && unit < 0xdc00;
const isLow = (unit: number) => unit >= 0xdc00 && unit < 0xe000;

const createTablePage = (table: Uint8Array): CodePage => {
  const writesTones = (table[0x0301] ?? 0) > 0;
  const encode: CodePage["encode"] = (text) => {
    const bytes = new Uint8Array(text.length * 2);
    let length = 0;
    let replaced = 0;
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      const byte = unit < 0x80 ? unit : (table[unit] ?? 0);
      if (byte > 0 || unit === 0) {
        bytes[length++] = byte;
        continue;
      }
      const split = writesTones ? splitBytes(text.charAt(index), table) : undefined;
      if (split !== undefined) {
        [bytes[length], bytes[length + 1]] = split;
        length += 2;
        continue;
      }
      // A surrogate pair is two units and one question mark.
      if (isHigh(unit) && isLow(text.charCodeAt(index + 1))) index += 1;
      bytes[length++] = questionMark ?? 0;
      replaced += 1;
    }
    return { bytes: bytes.subarray(0, length), replaced };
  };
  return { encode, canEncode: (text) => !text.includes(replacement) && encode(text).replaced === 0 };
};

const utf8 = new TextEncoder();
const utf8Page: CodePage = { encode: (text) => ({ bytes: utf8.encode(text), replaced: 0 }), canEncode: () => true };

const codePageCache = new Map<number, CodePage>([[0, utf8Page]]);

/**
 * 0 UTF-8, else a Windows code page (1250 … 1258). Pass text in NFC: letters are looked up as they are.
 * @throws {RangeError} a number that is not in {@link codePages}
 */
export const codePage = (value: number): CodePage => {
  const before = codePageCache.get(value);
  if (before) return before;
  if (!codePages.some((one) => one.value === value)) throw new RangeError(`There is no code page ${value}.`);
  const page = createTablePage(tableOf(value));
  codePageCache.set(value, page);
  return page;
};

/** `UTF-8`, `Greek (Windows-1253)`. */
export const getCodePageName = (value: number): string => {
  const name = codePages.find((one) => one.value === value)?.name;
  if (name === undefined) return String(value);
  return value === 0 ? name : `${name} (Windows-${value})`;
};
