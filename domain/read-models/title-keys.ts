import { fold } from "../text/fold.ts";

const keyNames = ["key0", "key1", "key2", "key3", "key4", "key5"] as const;
export type TitleKey = (typeof keyNames)[number];
export const titleKeyNames: readonly TitleKey[] = keyNames;

/** Normalizes to lower case, no diacritics, single spaces between words. */
export const normalizeForSearch = (text: string): string =>
  fold(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "")
    .join(" ");

/** The title's rest from each of its first words; null beyond the last. */
export const titleKeys = (title: string): Record<TitleKey, string | null> => {
  const words = normalizeForSearch(title).split(" ");
  return Object.fromEntries(keyNames.map((name, n) => [name, words.slice(n).join(" ") || null])) as Record<
    TitleKey,
    string | null
  >;
};
