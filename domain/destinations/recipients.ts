/** More than this is a mailing list, which has an address of its own. */
export const mostRecipients = 50;

/** A part of an address that goes into mail headers as it is: no blank, no control character, nothing that separates addresses. */
const part = String.raw`[^\s@<>()[\],;:\\"\p{Cc}\p{Cf}\p{Surrogate}]+`;
const address = new RegExp(
  `^(?!\\.)(?!.*\\.\\.)(?:${part}(?<!\\.))@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+[\\p{L}\\p{N}-]{2,}$`,
  "u",
);

/** Whether a text is an e-mail address as merchants mean it: `name@host.ending`, without a name or brackets around it. */
export const isEmailAddress = (text: string): boolean => {
  const [local = "", host = ""] = text.split("@");
  return local.length <= 64 && host.length <= 190 && address.test(text);
};

/** Recipients as they are typed, in that order and each once; `bad`: what stands between the separators and is no address. */
export type Recipients = { addresses: string[]; bad: string[] };

/** What stands between the separators, as it was typed: `;`, `,` (S-2.5) and line breaks, as lists are pasted. Empty places count for nothing. */
export const typedRecipients = (text: string): string[] =>
  text
    .split(/[;,\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Reads recipients: which are addresses, and what is none. */
export const readRecipients = (text: string): Recipients => {
  const typed = typedRecipients(text);
  const seen = new Set<string>();
  const addresses = typed.filter((one) => {
    const key = one.toLowerCase();
    if (!isEmailAddress(one) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return { addresses, bad: typed.filter((one) => !isEmailAddress(one)) };
};

/** What is wrong with recipients, in a sentence for their field; undefined when nothing is. */
export const whyNoRecipients = ({ addresses, bad }: Recipients): string | undefined => {
  const [first] = bad;
  if (first !== undefined) return `"${first}" isn't an e-mail address. Separate addresses with ; or ,`;
  if (addresses.length === 0) return "Enter at least one e-mail address.";
  if (addresses.length > mostRecipients) return `A report can go to at most ${mostRecipients} addresses.`;
  return undefined;
};
