import type { Call } from "#application/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";

const cookieName = "sheaf-login";
const lifetimeSeconds = 600;

/**
 * Sets the cookie with the browser's secret. Only this browser can finish its login, which prevents login CSRF.
 * Parallel logins share the secret.
 */
export const setLoginCookie = (
  deps: Pick<CommandApiDeps, "ids" | "config">,
  call: Pick<Call, "cookie" | "setHeader">,
) => {
  const known = call.cookie(cookieName);
  const secret = known !== undefined && /^[\w-]{32,64}$/.test(known) ? known : deps.ids.secret(32);
  const secure = deps.config.APP_URL.startsWith("https:") ? "; Secure" : "";
  call.setHeader(
    "set-cookie",
    `${cookieName}=${secret}; Path=/api/account; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
  return secret;
};

/** Reads the secret; empty if absent, which matches no login. */
export const readLoginCookie = (call: Pick<Call, "cookie">): string => call.cookie(cookieName) ?? "";
