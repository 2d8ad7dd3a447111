const plain = (text: string): string => text.trim().normalize("NFC").toLowerCase();

/** The longest part before the @, and the longest domain, characters. */
const longestLocal = 64;
const longestDomain = 255;

/** What the part before the @ holds: neither spaces nor the signs that would have to be quoted there. */
const local = /[^\s@()<>[\]:;,"\\\p{Cc}]+$/u;
const domain = /^[\p{L}\p{M}\p{N}._-]+/u;

const letterOrDigit = /^[\p{L}\p{N}]$/u;
/** Go with the letter before them: marks, and the signs that join the names of an address. After anything else they are bullets. */
const joins = /^[\p{M}._%+-]$/u;
const digit = /^\p{N}$/u;
const latin = /^\p{Script=Latin}$/u;
const someLetter = /\p{L}/u;

/** Whether what an address begins or ends with goes on in the letter or digit beside it: where scripts meet, words do. */
const goesOn = (beside: string | undefined, edge: string | undefined): boolean =>
  beside !== undefined && (digit.test(beside) || latin.test(beside) === latin.test(edge ?? "a"));

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
  let word = [...before.slice(Math.max(0, at - longestLocal), at)].reduce<string | undefined>(wordAfter, undefined);
  for (const sign of run) {
    const rest = before.slice(at);
    if (!goesOn(word, someLetter.exec(rest)?.[0])) locals.push(rest);
    word = wordAfter(word, sign);
    at += sign.length;
  }
  return locals;
};

/** What a longer domain goes on with: no capital after a dot, as a sentence has, and no hyphen in the last of its names. */
const nextInName = /^(?:\.(?!\p{Lu}\p{Ll}))?([\p{L}\p{M}\p{N}])/u;
const nextName = /^-[\p{L}\p{N}-]*\.[\p{L}\p{N}]/u;

/** Each beginning of a text after an @ that may be a domain: it does not end within a word. */
const domainsOf = (after: string): string[] => {
  const run = domain.exec(after.slice(0, longestDomain))?.[0] ?? "";
  const domains: string[] = [];
  let letter: string | undefined;
  let end = 0;
  for (const sign of run) {
    end += sign.length;
    if (someLetter.test(sign)) letter = sign;
    if (sign === "." || sign === "-") continue;
    const rest = after.slice(end, end + longestLocal);
    if (!goesOn(nextInName.exec(rest)?.[1], letter) && !nextName.test(rest)) domains.push(run.slice(0, end));
  }
  return domains;
};

const invisible = /\p{Cf}+/gu;

/**
 * What in a text may be an e-mail address, each once, as it is written there: more of them than are meant, as a sign beside an address may
 * be its own or another's, and the whole text, however odd the address it is. No piece of a longer address is one. Signs that nobody sees
 * are taken for nothing and for a space.
 */
export const addressesIn = (text: string): string[] => {
  if (!text.includes("@")) return [];
  const typed = text.trim().normalize("NFC");
  const found = new Set(typed.length <= longestLocal + 1 + longestDomain ? [typed] : []);
  for (const seen of new Set([typed, typed.replace(invisible, ""), typed.replace(invisible, " ")]))
    for (let at = seen.indexOf("@"); at !== -1; at = seen.indexOf("@", at + 1)) {
      const domains = domainsOf(seen.slice(at + 1, at + 1 + longestDomain + longestLocal));
      if (domains.length === 0) continue;
      for (const before of localsOf(seen.slice(Math.max(0, at - 2 * longestLocal), at)))
        for (const after of domains) found.add(`${before}@${after}`);
    }
  return [...found];
};

/**
 * Whether an e-mail address stands somewhere in a text, whatever its case; not as a piece of a longer one. Where that could be meant either
 * way it stands there: what is to be erased and stays cannot be mended.
 */
export const holdsAddress = (text: string, address: string): boolean => {
  const wanted = plain(address);
  return addressesIn(text).some((one) => plain(one) === wanted);
};
