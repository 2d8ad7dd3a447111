import { isIPv4 } from "node:net";

/** The host of APP_URL, with an IP address as a literal (RFC 5321, 4.1.3). SMTP_URL's query `name` overrides it. */
export const ehloName = (appUrl: string): string => {
  const { hostname } = new URL(appUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith("[") ? `[IPv6:${hostname.slice(1, -1)}]` : hostname;
};
