import { isIPv4 } from "node:net";

/** Tells the name that EHLO says: the host of APP_URL, an address as a literal (RFC 5321, 4.1.3). The query `name` of SMTP_URL goes before it. */
export const ehloName = (appUrl: string): string => {
  const { hostname } = new URL(appUrl);
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith("[") ? `[IPv6:${hostname.slice(1, -1)}]` : hostname;
};
