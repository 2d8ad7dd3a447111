import { DeliveryFailed } from "../ports/destination.ts";
import { NotFetched } from "../ports/http-out.ts";
import { NoAnswer } from "../ports/within.ts";
import { tlsFailure } from "./tls-trouble.ts";
import { wordsOf } from "./words-of.ts";

const codesOf = (error: unknown): string[] => {
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const code = (error as { code?: unknown } | null)?.code;
  return [...inner, ...(typeof code === "string" ? [code] : [])];
};

const refused = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES"]);
const unknownName = new Set(["ENOTFOUND", "ENODATA", "EAI_NONAME"]);

/**
 * Why a receiver could not be reached, or stopped, in a sentence of ours. Never the library's own: it may hold what must not be seen.
 * `who`: a host, without anything secret.
 */
export const asFailure = (error: unknown, who: string): DeliveryFailed => {
  if (error instanceof DeliveryFailed) return error;
  const temporary = (message: string) => new DeliveryFailed("temporary", message);
  if (error instanceof NotFetched && error.why === "private-host")
    return new DeliveryFailed(
      "lasting",
      `${who} is on a private network, which Sheaf doesn't call. Enter a public address.`,
    );
  const codes = codesOf(error);
  if (codes.some((code) => unknownName.has(code)))
    return temporary(`There is no server called ${who}. Check the name.`);
  if (codes.includes("ETOOMANYNAMES"))
    return temporary(
      `The name ${who} wasn't looked up: names of your other servers and pictures took too long. Check those names.`,
    );
  if (codes.some((code) => code.startsWith("EAI_")))
    return temporary(`The name ${who} could not be looked up. Its name servers gave no answer.`);
  if (codes.some((code) => refused.has(code)))
    return temporary(`${who} takes no connections there. Check the name, the port and its firewall.`);
  if (error instanceof NoAnswer || codes.includes("ETIMEDOUT") || /time(?:d ?)?out/i.test(wordsOf(error)))
    return temporary(`${who} took too long to answer. Check that it is running and not overloaded.`);
  return tlsFailure(error, who) ?? temporary(`${who} broke off the connection. Check that it is running.`);
};
