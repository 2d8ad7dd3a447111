import { shortenText } from "../text/shorten-text.ts";
import { toOneLine } from "../text/to-one-line.ts";

/** Longest text, characters. Fits 200 of the server's words, the advice, and the names of files left there. */
const maxLength = 800;

const credentials = /(\/\/)[^\s/@]*@/g;
/** Query strings and fragments may contain keys. */
const withoutQuery = (piece: string): string => {
  const begin = piece.search(/https?:\/\//);
  const asks = begin < 0 ? -1 : piece.slice(begin).search(/[?#]/);
  return asks < 0 ? piece : piece.slice(0, begin + asks);
};
/** Word by word: a search for whole addresses takes quadratic time on long words. */
const word = /[^\s<>()[\]"',;:]+/g;
const personalAddressPattern = /[^@](?:@|＠|%40)[^@]/i;
/** Maximum characters read: no real sentence is longer. */
const maxReadLength = 20_000;

/**
 * Makes foreign text fit for events, which stay forever: one line of limited length without personal addresses, and
 * URLs without credentials, query strings and fragments. A safety net: authors should leave these out.
 */
export const sanitizeText = (text: string): string =>
  shortenText(
    toOneLine(text.slice(0, maxReadLength).trim())
      .replaceAll(credentials, "$1")
      .replaceAll(/\S+/g, withoutQuery)
      .replaceAll(word, (one) => (personalAddressPattern.test(one) ? "(address)" : one)),
    maxLength,
  );
