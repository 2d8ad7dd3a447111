import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";

/** Characters of what a receiver said, or of a reason, that an event keeps. */
const longest = 300;

const credentials = /(\/\/)[^\s/@]*@/g;
/** What an address asks for may be a key. */
const withoutQuery = (piece: string): string => {
  const begin = piece.search(/https?:\/\//);
  const asks = begin < 0 ? -1 : piece.slice(begin).search(/[?#]/);
  return asks < 0 ? piece : piece.slice(0, begin + asks);
};
/** Words are looked through one by one: to look for an address as a whole costs the square of a long word's length. */
const word = /[^\s<>()[\]"',;:]+/g;
const isPerson = /[^@](?:@|＠|%40)[^@]/i;
/** Signs that are looked through; more is nobody's sentence. */
const mostRead = 20_000;

/**
 * What others said, as an event may hold it for ever: on one line, not too long, without addresses of persons, names and passwords in
 * addresses, and what stands behind a question mark there. Whoever writes such words leaves these out; this holds what slips through.
 */
export const harmless = (text: string): string =>
  shortened(
    oneLine(text.slice(0, mostRead).trim())
      .replaceAll(credentials, "$1")
      .replaceAll(/\S+/g, withoutQuery)
      .replaceAll(word, (one) => (isPerson.test(one) ? "(address)" : one)),
    longest,
  );
