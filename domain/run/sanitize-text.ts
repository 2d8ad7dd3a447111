import { shortenText } from "../text/shorten-text.ts";
import { toOneLine } from "../text/to-one-line.ts";

/**
 * Maximum length of a kept answer or reason, characters. A failure's longest sentences fit: 200 characters of the
 * server's words, the advice, and the names of files left at the server.
 */
const maxLength = 800;

const credentials = /(\/\/)[^\s/@]*@/g;
/** Drops query strings and fragments: they may contain keys. */
const withoutQuery = (piece: string): string => {
  const begin = piece.search(/https?:\/\//);
  const asks = begin < 0 ? -1 : piece.slice(begin).search(/[?#]/);
  return asks < 0 ? piece : piece.slice(0, begin + asks);
};
/** Checks word by word. A search for whole addresses takes quadratic time on long words. */
const word = /[^\s<>()[\]"',;:]+/g;
const personalAddressPattern = /[^@](?:@|＠|%40)[^@]/i;
/** Characters read at most; no real sentence is longer. */
const maxReadLength = 20_000;

/**
 * Sanitizes foreign text for events, which stay forever. Result: one line, limited length, no personal addresses, no
 * credentials, query strings or fragments in URLs. Authors should leave these out; this is the safety net.
 */
export const sanitizeText = (text: string): string =>
  shortenText(
    toOneLine(text.slice(0, maxReadLength).trim())
      .replaceAll(credentials, "$1")
      .replaceAll(/\S+/g, withoutQuery)
      .replaceAll(word, (one) => (personalAddressPattern.test(one) ? "(address)" : one)),
    maxLength,
  );
