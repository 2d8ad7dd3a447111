import type { SupportClaims } from "./tokens.ts";

/** State key of a login. */
export const logInKey = (jti: string): string => `log-in:${jti}`;

/** State key of a session at the support console. Its end also ends the impersonation sessions it started. */
export const supportSessionKey = (id: string): string => `support-session:${id}`;

/** Index of an impersonation session, from ticket to log-in: by agent, shop and console session. */
export const impersonationIndex = ({
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
