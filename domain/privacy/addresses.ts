import { toCanonicalAddress } from "./canonical-address.ts";

/** Limits in characters. */
const maxLocalLength = 64;
const maxDomainLength = 255;

/** Characters of a local part: no spaces, and none that needs quotes. */
const local = /[^\s@()<>[\]:;,"\\\p{Cc}]+$/u;
const domain = /^[\p{L}\p{M}\p{Nd}._-]+/u;

const letter = /\p{L}/u;
const letterOrDigit = /^[\p{L}\p{Nd}]$/u;
/**
 * Marks, and characters that join the names in an address, belong to the letter before them; after anything else they
 * count as bullets.
 */
const joins = /^[\p{Mn}\p{Mc}._%+-]$/u;
const plainDigit = /^[0-9]$/;

/**
 * Scripts with spaces between words. All other scripts count as one group, as they embed words of these without spaces.
 */
const alphabets = ["Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Devanagari", "Bengali"];
const ofAlphabet = alphabets.map((script) => new RegExp(`^\\p{Script_Extensions=${script}}$`, "u"));
const alphabetOf = (sign: string): number => ofAlphabet.findIndex((known) => known.test(sign));

/** True if two letters may be in one word. A change of script ends a word. */
const continuesWord = (beside: string | undefined, edge: string | undefined): boolean =>
  beside !== undefined && (plainDigit.test(beside) || alphabetOf(beside) === alphabetOf(edge ?? "a"));

/** Tracks the letter or digit that the next character could continue. */
const wordAfter = (word: string | undefined, sign: string): string | undefined => {
  if (letterOrDigit.test(sign)) return sign;
  return joins.test(sign) ? word : undefined;
};

/** Suffixes that may be a local part: none begins within a word. */
const localsOf = (before: string): string[] => {
  const run = local.exec(before.slice(-maxLocalLength))?.[0] ?? "";
  const locals: string[] = [];
  let offset = before.length - run.length;
  // Text after another @ is that address's domain, so a sign after it joins nothing.
  const isAfterDomain = before[offset - 1] === "@";
  let word = [...before.slice(Math.max(0, offset - maxLocalLength), offset)].reduce<string | undefined>(
    wordAfter,
    undefined,
  );
  for (const char of run) {
    const rest = before.slice(offset);
    if (!continuesWord(word, letter.exec(rest)?.[0])) locals.push(rest);
    word = isAfterDomain && !letterOrDigit.test(char) ? undefined : wordAfter(word, char);
    offset += char.length;
  }
  return locals;
};

/** A letter or digit, directly or after a dot, continues a longer domain. */
const nextInName = /^\.?([\p{L}\p{M}\p{Nd}])/u;
/**
 * After a dot, a capital with a small letter begins a sentence; any other capital only if the domain doesn't end with
 * one.
 */
const sentence = /^\.\p{Lu}\p{Ll}/u;
const capital = /^\.?\p{Lu}/u;
/** A hyphen continues a domain only if another label follows: top-level domains have none. */
const nextName = /^-[\p{L}\p{Nd}-]*\.[\p{L}\p{Nd}]/u;

const isWithinDomain = (rest: string, last: string | undefined): boolean => {
  if (sentence.test(rest)) return false;
  if (rest.startsWith(".") && capital.test(rest) && last !== undefined && !capital.test(last)) return false;
  return continuesWord(nextInName.exec(rest)?.[1], last) || nextName.test(rest);
};

/** Prefixes that may be a domain: none ends within a word. */
const domainsOf = (after: string): string[] => {
  const run = domain.exec(after.slice(0, maxDomainLength))?.[0] ?? "";
  const domains: string[] = [];
  let last: string | undefined;
  let end = 0;
  for (const char of run) {
    end += char.length;
    if (letter.test(char)) last = char;
    if (char === "." || char === "-") continue;
    if (!isWithinDomain(after.slice(end, end + maxLocalLength), last)) domains.push(run.slice(0, end));
  }
  return domains;
};

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

const percented = /%([2-7][0-9a-f])/giu;
const unpercented = (text: string): string =>
  text.replace(percented, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The text as it is, without invisible characters, with spaces for them, percent-decoded, and all of these normalized
 * (NFKC).
 */
const readingsOf = (text: string): Set<string> => {
  const readings = [text, text.replace(invisible, ""), text.replace(invisible, " "), unpercented(text)];
  return new Set([...readings, ...readings.map((one) => one.normalize("NFKC").replaceAll("。", "."))]);
};

const anyAt = /[@＠﹫]|%40/u;
const maxAddressLength = maxLocalLength + 1 + maxDomainLength;

/** Candidates at each @, for each reading of a text. */
function* readOffsets(text: string): Generator<{ locals: string[]; domains: string[] }> {
  if (!anyAt.test(text)) return;
  for (const reading of readingsOf(text.normalize("NFC")))
    for (let offset = reading.indexOf("@"); offset !== -1; offset = reading.indexOf("@", offset + 1)) {
      const domains = domainsOf(reading.slice(offset + 1, offset + 1 + maxDomainLength + maxLocalLength));
      if (domains.length === 0) continue;
      yield { locals: localsOf(reading.slice(Math.max(0, offset - 2 * maxLocalLength), offset)), domains };
    }
}

/**
 * Returns all distinct e-mail addresses that a text may contain, as written, and always the whole text. Includes false
 * candidates, because a character beside an address may belong to it. Excludes parts of a longer address that letters,
 * digits or `._%+-` join to it. Null beyond `maxAddresses`, as in malicious texts.
 */
export const addressesIn = (text: string, maxAddresses: number): string[] | null => {
  const typed = text.trim();
  const found = new Set<string>(typed.includes("@") && typed.length <= maxAddressLength ? [typed] : []);
  for (const { locals, domains } of readOffsets(typed)) {
    if (found.size + locals.length * domains.length > maxAddresses) return null;
    for (const before of locals) for (const after of domains) found.add(`${before}@${after}`);
  }
  return [...found];
};

/**
 * True if a text contains an address. Ignores case, and parts of longer addresses. Ambiguous cases count as contained,
 * because a missed erasure can't be repaired. Agrees with {@link addressesIn}.
 */
export const hasAddress = (text: string, address: string): boolean => {
  const canonical = toCanonicalAddress(address);
  const typed = text.trim();
  if (typed.includes("@") && toCanonicalAddress(typed) === canonical) return true;
  const at = canonical.lastIndexOf("@");
  const [name, domain] = [canonical.slice(0, at), canonical.slice(at + 1)];
  for (const { locals, domains } of readOffsets(typed)) {
    if (!locals.some((one) => toCanonicalAddress(one) === name)) continue;
    if (domains.some((one) => toCanonicalAddress(`@${one}`) === `@${domain}`)) return true;
  }
  return false;
};
