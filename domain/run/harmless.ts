import { oneLine } from "../text/one-line.ts";
import { shortened } from "../text/shortened.ts";

/** Characters of what a receiver said, or of a reason, that an event keeps. */
const longest = 300;

const credentials = /(\/\/)[^\s/@]*@/g;
/** What an address asks for may be a key. */
const query = /(https?:\/\/[^\s?#]+)[?#]\S*/g;
const person = /[^\s@<>()[\]"',;:]+(?:@|＠|%40)[^\s@<>()[\]"',;:]+/gi;

/**
 * What others said, as an event may hold it for ever: on one line, not too long, without addresses of persons, names and passwords in
 * addresses, and what stands behind a question mark there. Whoever writes such words leaves these out; this holds what slips through.
 */
export const harmless = (text: string): string =>
  shortened(
    oneLine(text.trim()).replaceAll(credentials, "$1").replaceAll(query, "$1").replaceAll(person, "(address)"),
    longest,
  );
