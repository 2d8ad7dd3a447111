import type { SupportClaims } from "./tokens.ts";

/** Key of a login in the state store. */
export const logInKey = (jti: string): string => `log-in:${jti}`;

/** Key of a console session, whose end also ends its impersonation sessions. */
export const supportSessionKey = (id: string): string => `support-session:${id}`;

/** Index of an impersonation, from ticket to login: by agent, shop and console session. */
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
