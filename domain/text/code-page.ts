/** Code pages that a file of text may be in (S-2.3.11). `languages`: what it is chosen for. */
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

/** What stands for a character that a page lacks. */
export const replacement = "?";

/** Text as bytes of a page. */
export type CodePage = {
  /** `replaced`: how many characters the page lacks; each became one {@link replacement}. */
  encode(text: string): { bytes: Uint8Array; replaced: number };
  /** Whether every character of the text is in it as it stands, and none is what stands for those it lacks. */
  holds(text: string): boolean;
};

/** Marks of tone, which the Vietnamese page writes after a letter that may have another mark of its own. */
const tones = /[\u0300\u0301\u0303\u0309\u0323]/;
const [questionMark] = new TextEncoder().encode(replacement);

/** By UTF-16 unit: the byte that stands for it, 0 where there is none. */
const tableOf = (value: number): Uint8Array => {
  const decoder = new TextDecoder(`windows-${value}`, { fatal: false });
  const table = new Uint8Array(0x10000);
  for (let byte = 1; byte < 256; byte += 1) {
    const unit = decoder.decode(Uint8Array.of(byte)).charCodeAt(0);
    // Bytes that a page gives no character decode as control characters, or as U+FFFD.
    const isUnused = unit === 0xfffd || (unit >= 0x80 && unit < 0xa0);
    if (!isUnused) table[unit] = byte;
  }
  return table;
};

/** `ấ` as `â` and the mark of its tone, which is how the Vietnamese page has it; both bytes, undefined where it has not. */
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
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      const byte = unit < 0x80 ? unit : (table[unit] ?? 0);
      if (byte > 0 || unit === 0) {
        bytes[length++] = byte;
        continue;
      }
      const split = writesTones ? splitBytes(text.charAt(at), table) : undefined;
      if (split !== undefined) {
        [bytes[length], bytes[length + 1]] = split;
        length += 2;
        continue;
      }
      // A rare character is two units and one question mark.
      if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) at += 1;
      bytes[length++] = questionMark ?? 0;
      replaced += 1;
    }
    return { bytes: bytes.subarray(0, length), replaced };
  };
  return { encode, holds: (text) => !text.includes(replacement) && encode(text).replaced === 0 };
};

const utf8 = new TextEncoder();
const utf8Page: CodePage = { encode: (text) => ({ bytes: utf8.encode(text), replaced: 0 }), holds: () => true };

const known = new Map<number, CodePage>([[0, utf8Page]]);

/**
 * The page of that number: 0 UTF-8, else a Windows code page (1250 … 1258). Composed letters are looked up as they stand: give it text in
 * normal form C.
 * @throws {RangeError} a number that is none of {@link codePages}
 */
export const codePage = (value: number): CodePage => {
  const before = known.get(value);
  if (before) return before;
  if (!codePages.some((one) => one.value === value)) throw new RangeError(`There is no code page ${value}.`);
  const page = createTablePage(tableOf(value));
  known.set(value, page);
  return page;
};

/** What a page is called: `UTF-8`, `Greek (Windows-1253)`. */
export const codePageName = (value: number): string => {
  const name = codePages.find((one) => one.value === value)?.name;
  if (name === undefined) return String(value);
  return value === 0 ? name : `${name} (Windows-${value})`;
};
