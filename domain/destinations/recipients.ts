/** Larger groups can use a mailing list's address. */
export const maxRecipients = 50;

/** Part of an address. Mail headers get it unchanged: no whitespace, control characters or address separators. */
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

/** Splits at `;`, `,` (S-2.5) or line breaks, as in pasted lists. Skips empty entries. */
export const splitRecipients = (text: string): string[] =>
  text
    .split(/[;,\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
