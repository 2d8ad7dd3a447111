import { DeliveryFailed } from "../ports/destination.ts";
import { NotFetched } from "../ports/outbound-http.ts";
import { NoAnswer } from "../ports/timeout.ts";
import { getErrorText } from "./receiver-text.ts";
import { parseNumericHost } from "./resolve-host.ts";
import { toTlsFailure } from "./tls-failure.ts";

const codesOf = (error: unknown): string[] => {
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const code = (error as { code?: unknown } | null)?.code;
  return [...inner, ...(typeof code === "string" ? [code] : [])];
};

const refusedCodes = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "EACCES"]);
const unknownNameCodes = new Set(["ENOTFOUND", "ENODATA", "EAI_NONAME"]);

/** True if the name itself is private. Any other name may seem private because of one wrong DNS response. */
const isPrivateByName = (host: string): boolean =>
  parseNumericHost(host.replaceAll(/[[\]]/g, "")) !== undefined || /(?:^|\.)localhost\.?$/i.test(host);

/**
 * Explains a failed or silent receiver. Never quotes the library's message, which may hold secrets. `receiver`: a host,
 * without secrets.
 */
export const toNetworkFailure = (error: unknown, receiver: string): DeliveryFailed => {
  if (error instanceof DeliveryFailed) return error;
  const temporary = (message: string) => new DeliveryFailed("temporary", message);
  if (error instanceof NotFetched && error.why === "private-host")
    return new DeliveryFailed(
      isPrivateByName(receiver) ? "lasting" : "temporary",
      `${receiver} is on a private network, which Sheaf doesn't call. Enter a public address.`,
    );
  const codes = codesOf(error);
  if (codes.some((code) => unknownNameCodes.has(code)))
    return temporary(`There is no server called ${receiver}. Check the name.`);
  if (codes.includes("ETOOMANYNAMES"))
    return temporary(
      `The name ${receiver} wasn't looked up: names of your other servers and pictures took too long. Check those names.`,
    );
  if (codes.some((code) => code.startsWith("EAI_")))
    return temporary(`The name ${receiver} could not be looked up. Its name servers didn't answer.`);
  if (codes.some((code) => refusedCodes.has(code)))
    return temporary(`${receiver} isn't accepting connections. Check the name, the port and its firewall.`);
  if (codes.some((code) => code.startsWith("HPE_")))
    return temporary(`${receiver} answered, but its answer can't be read. Check that it speaks HTTP at this address.`);
  if (error instanceof NoAnswer || codes.includes("ETIMEDOUT") || /time(?:d ?)?out/i.test(getErrorText(error)))
    return temporary(`${receiver} took too long to answer. Check that it is running and not overloaded.`);
  return (
    toTlsFailure(error, receiver) ??
    temporary(`${receiver} closed the connection unexpectedly. Check that it is running.`)
  );
};
