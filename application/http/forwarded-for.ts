import type { RequestHandler } from "express";

/** Matches `203.0.113.7:1234`, `[2001:db8::7]:1234` and `[2001:db8::7]`. */
const withPort = /^(?:(\d+(?:\.\d+){3}):\d+|\[([^\]]+)\](?::\d+)?)$/;

const addressIn = (entry: string): string => {
  const [, ipv4, ipv6] = withPort.exec(entry) ?? [];
  return ipv4 ?? ipv6 ?? entry;
};

/** Strips ports from `X-Forwarded-For`. Some proxies add them, and each would count as another address. */
export const forwardedAddresses: RequestHandler = (request, _response, next) => {
  const given = request.get("x-forwarded-for");
  if (given !== undefined)
    request.headers["x-forwarded-for"] = given
      .split(",")
      .map((entry) => addressIn(entry.trim()))
      .join(", ");
  next();
};
