import { canonicalAddress } from "./canonical-address.ts";

/** The longest part before the @, and the longest domain, characters. */
const longestLocal = 64;
const longestDomain = 255;

/** What the part before the @ holds: neither spaces nor the signs that would have to be quoted there. */
const local = /[^\s@()<>[\]:;,"\\\p{Cc}]+$/u;
const domain = /^[\p{L}\p{M}\p{Nd}._-]+/u;

const letter = /\p{L}/u;
const letterOrDigit = /^[\p{L}\p{Nd}]$/u;
/** Go with the letter before them: marks, and the signs that join the names of an address. After anything else they are bullets. */
const joins = /^[\p{Mn}\p{Mc}._%+-]$/u;
const plainDigit = /^[0-9]$/;

/** Scripts whose words are parted by spaces. The others count as one: they take in words of these without a space. */
const alphabets = ["Latin", "Greek", "Cyrillic", "Armenian", "Georgian", "Hebrew", "Arabic", "Devanagari", "Bengali"];
const ofAlphabet = alphabets.map((script) => new RegExp(`^\\p{Script_Extensions=${script}}$`, "u"));
const alphabetOf = (sign: string): number => ofAlphabet.findIndex((known) => known.test(sign));

/** Whether what an address begins or ends with goes on in the letter or digit beside it: where scripts meet, words do. */
const goesOn = (beside: string | undefined, edge: string | undefined): boolean =>
  beside !== undefined && (plainDigit.test(beside) || alphabetOf(beside) === alphabetOf(edge ?? "a"));

/** The letter or digit that an address would go on from behind a sign, of the one before it. */
const wordAfter = (word: string | undefined, sign: string): string | undefined => {
  if (letterOrDigit.test(sign)) return sign;
  return joins.test(sign) ? word : undefined;
};

/** Each end of a text before an @ that may be the first part of an address: it does not begin within a word. */
const localsOf = (before: string): string[] => {
  const run = local.exec(before.slice(-longestLocal))?.[0] ?? "";
  const locals: string[] = [];
  let at = before.length - run.length;
  // What follows an @ is the domain of another address, and a sign behind that joins nothing.
  const isBehindDomain = before[at - 1] === "@";
  let word = [...before.slice(Math.max(0, at - longestLocal), at)].reduce<string | undefined>(wordAfter, undefined);
  for (const sign of run) {
    const rest = before.slice(at);
    if (!goesOn(word, letter.exec(rest)?.[0])) locals.push(rest);
    word = isBehindDomain && !letterOrDigit.test(sign) ? undefined : wordAfter(word, sign);
    at += sign.length;
  }
  return locals;
};

/** What a longer domain goes on with: a letter of its name, after a dot too. */
const nextInName = /^\.?([\p{L}\p{M}\p{Nd}])/u;
/** After a dot: what begins a sentence, in capitals only where the domain has none. */
const sentence = /^\.\p{Lu}\p{Ll}/u;
const capital = /^\.?\p{Lu}/u;
/** No hyphen goes on in the last name of a domain. */
const nextName = /^-[\p{L}\p{Nd}-]*\.[\p{L}\p{Nd}]/u;

const isWithinDomain = (rest: string, last: string | undefined): boolean => {
  if (sentence.test(rest)) return false;
  if (rest.startsWith(".") && capital.test(rest) && last !== undefined && !capital.test(last)) return false;
  return goesOn(nextInName.exec(rest)?.[1], last) || nextName.test(rest);
};

/** Each beginning of a text after an @ that may be a domain: it does not end within a word. */
const domainsOf = (after: string): string[] => {
  const run = domain.exec(after.slice(0, longestDomain))?.[0] ?? "";
  const domains: string[] = [];
  let last: string | undefined;
  let end = 0;
  for (const sign of run) {
    end += sign.length;
    if (letter.test(sign)) last = sign;
    if (sign === "." || sign === "-") continue;
    if (!isWithinDomain(after.slice(end, end + longestLocal), last)) domains.push(run.slice(0, end));
  }
  return domains;
};

const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

const percented = /%([2-7][0-9a-f])/giu;
const unpercented = (text: string): string =>
  text.replace(percented, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** The ways in which a text reads: as it is, with signs that nobody sees as nothing and as spaces, with wide and raised forms as plain ones, and as a link spells it. */
const readingsOf = (text: string): Set<string> => {
  const readings = [text, text.replace(unseen, ""), text.replace(unseen, " "), unpercented(text)];
  return new Set([...readings, ...readings.map((one) => one.normalize("NFKC").replaceAll("。", "."))]);
};

const anyAt = /[@＠﹫]|%40/u;
const longestAddress = longestLocal + 1 + longestDomain;

/** What may be the first parts of an address, and what its domains, at each @ of a text in each of its readings. */
function* placesIn(text: string): Generator<{ locals: string[]; domains: string[] }> {
  if (!anyAt.test(text)) return;
  for (const read of readingsOf(text.normalize("NFC")))
    for (let at = read.indexOf("@"); at !== -1; at = read.indexOf("@", at + 1)) {
      const domains = domainsOf(read.slice(at + 1, at + 1 + longestDomain + longestLocal));
      if (domains.length === 0) continue;
      yield { locals: localsOf(read.slice(Math.max(0, at - 2 * longestLocal), at)), domains };
    }
}

/**
 * What in a text may be an e-mail address, each once, as it is written there: more of them than are meant, as a sign beside an address may
 * be its own or another's, and the whole text, however odd the address it is. No piece of a longer address is one, where letters, digits
 * or the signs `._%+-` join the two. Null where there are more than `most`, as in texts that somebody made for that.
 */
export const addressesIn = (text: string, most: number): string[] | null => {
  const typed = text.trim();
  const found = new Set<string>(typed.includes("@") && typed.length <= longestAddress ? [typed] : []);
  for (const { locals, domains } of placesIn(typed)) {
    if (found.size + locals.length * domains.length > most) return null;
    for (const before of locals) for (const after of domains) found.add(`${before}@${after}`);
  }
  return [...found];
};

/**
 * Whether an e-mail address stands somewhere in a text, whatever its case; not as a piece of a longer one. Where that could be meant either
 * way it stands there: what is to be erased and stays cannot be mended. It stands exactly where it is among {@link addressesIn}.
 */
export const holdsAddress = (text: string, address: string): boolean => {
  const wanted = canonicalAddress(address);
  const typed = text.trim();
  if (typed.includes("@") && canonicalAddress(typed) === wanted) return true;
  const at = wanted.lastIndexOf("@");
  const [name, domain] = [wanted.slice(0, at), wanted.slice(at + 1)];
  for (const { locals, domains } of placesIn(typed)) {
    if (!locals.some((one) => canonicalAddress(one) === name)) continue;
    if (domains.some((one) => canonicalAddress(`@${one}`) === `@${domain}`)) return true;
  }
  return false;
};
