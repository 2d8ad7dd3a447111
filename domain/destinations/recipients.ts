/** For more recipients, a mailing list has its own address. */
export const maxRecipients = 50;

/**
 * Part of an address that is copied unchanged into mail headers: no whitespace, control characters or address
 * separators.
 */
const part = String.raw`[^\s@<>()[\],;:\\"\p{Cc}\p{Cf}\p{Surrogate}]+`;
const address = new RegExp(
  `^(?!\\.)(?!.*\\.\\.)(?:${part}(?<!\\.))@(?:[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]*[\\p{L}\\p{N}])?\\.)+[\\p{L}\\p{N}-]{2,}$`,
  "u",
);

/** True for a plain e-mail address, `name@host.ending`, without a display name or brackets. */
export const isEmailAddress = (text: string): boolean => {
  const [local = "", host = ""] = text.split("@");
  return local.length <= 64 && host.length <= 190 && address.test(text);
};

/** Distinct recipients in the order they were typed. */
export type Recipients = {
  addresses: string[];
  /** Entries that aren't e-mail addresses. */
  bad: string[];
};

/** Entries as typed, separated by `;`, `,` (S-2.5) or line breaks, as in pasted lists. Skips empty ones. */
export const splitRecipients = (text: string): string[] =>
  text
    .split(/[;,\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");

/** Separates valid addresses from other entries. */
export const parseRecipients = (text: string): Recipients => {
  const typed = splitRecipients(text);
  const seen = new Set<string>();
  const addresses = typed.filter((one) => {
    const key = one.toLowerCase();
    if (!isEmailAddress(one) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return { addresses, bad: typed.filter((one) => !isEmailAddress(one)) };
};

/** Returns the fault of the recipients, as a sentence for their field; undefined if none. */
export const recipientsProblem = ({ addresses, bad }: Recipients): string | undefined => {
  const [first] = bad;
  if (first !== undefined) return `"${first}" isn't an e-mail address. Separate addresses with ; or ,`;
  if (addresses.length === 0) return "Enter at least one e-mail address.";
  if (addresses.length > maxRecipients) return `A report can go to at most ${maxRecipients} addresses.`;
  return undefined;
};
