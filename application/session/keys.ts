import type { SupportClaims } from "./tokens.ts";

/** Where it is noted that somebody is logged in. */
export const logInKey = (jti: string): string => `log-in:${jti}`;

/** Where the state store has a session at the support console: what ends that ends what began from it. */
export const supportSessionKey = (id: string): string => `support-session:${id}`;

/** By these a look of support is found, as a ticket and when it has begun: whose it is, at which shop, from which session at the console. */
export const lookIndex = ({
  tenant,
  support,
}: {
  tenant: string;
  support: Pick<SupportClaims, "agent" | "console">;
}): Record<string, string> => ({
  "look-agent": support.agent,
  "look-shop": tenant,
  ...(support.console === null ? {} : { "look-console": support.console }),
});
