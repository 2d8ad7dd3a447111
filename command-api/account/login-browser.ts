import type { Call } from "#application/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";

const cookieName = "sheaf-login";
const lifetimeSeconds = 600;

/**
 * A secret of the browser that begins a log-in, kept as a cookie: only that browser can end it, so nobody can be logged in to
 * somebody else's shop by a link (log-in CSRF). Two log-ins side by side share it.
 */
export const markBrowser = (deps: Pick<CommandApiDeps, "ids" | "config">, call: Pick<Call, "cookie" | "setHeader">) => {
  const known = call.cookie(cookieName);
  const secret = known !== undefined && /^[\w-]{32,64}$/.test(known) ? known : deps.ids.secret(32);
  const secure = deps.config.APP_URL.startsWith("https:") ? "; Secure" : "";
  call.setHeader(
    "set-cookie",
    `${cookieName}=${secret}; Path=/api/account; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${secure}`,
  );
  return secret;
};

/** The secret that this browser shows; empty without one, which no log-in has. */
export const markOf = (call: Pick<Call, "cookie">): string => call.cookie(cookieName) ?? "";
