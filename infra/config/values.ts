import { z } from "zod";

/** Digits only: other notations (`1e3`, `0x10`) are probably typos. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a whole number from ${min} to ${max}, in digits`,
    )
    .transform(Number);
export const decimalNumber = (isIn: (value: number) => boolean, words: string) =>
  z
    .string()
    .trim()
    .refine((text) => /^\d{1,9}(\.\d{1,9})?$/.test(text) && isIn(Number(text)), words)
    .transform(Number);
export const port = wholeNumber(1, 65_535);
export const trueOrFalse = z.enum(["true", "false"]).transform((text) => text === "true");
export const instant = z.iso
  .datetime({ offset: true, error: "must be a time with its offset, such as 2026-11-20T12:00:00Z" })
  .transform((text) => new Date(text));

export const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== "";
export const isHttpUrl = (text: string): boolean => hasProtocol(text, ["http:", "https:"]);
export const isOrigin = (text: string): boolean => {
  if (!isHttpUrl(text)) return false;
  const { pathname, username, password } = new URL(text);
  return /^\/*$/.test(pathname) && !/[?#]/.test(text) && username === "" && password === "";
};
export const url = z.string().refine(isHttpUrl, "must be an address that begins with http:// or https://");
export const origin = z
  .string()
  .refine(
    isOrigin,
    "must be http:// or https:// with a host, a port if needed, and no path, such as https://sheaf.example",
  );
