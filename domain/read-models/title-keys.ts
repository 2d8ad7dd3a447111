import { fold } from "../text/fold.ts";

/** From each of so many words on a title can be found. */
const keyNames = ["key0", "key1", "key2", "key3", "key4", "key5"] as const;
export type TitleKey = (typeof keyNames)[number];
export const titleKeyNames: readonly TitleKey[] = keyNames;

/** What is typed or called, as titles are compared: words in small letters without marks, one blank between. */
export const titleForm = (text: string): string =>
  fold(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== "")
    .join(" ");

/** The rest of a title from each of its words on; null beyond the last. */
export const titleKeys = (title: string): Record<TitleKey, string | null> => {
  const words = titleForm(title).split(" ");
  return Object.fromEntries(keyNames.map((name, n) => [name, words.slice(n).join(" ") || null])) as Record<
    TitleKey,
    string | null
  >;
};
