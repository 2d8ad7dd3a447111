import { type Router as ExpressRouter, Router } from "express";
import type { RateLimits } from "#application/admission/rate-limits.ts";
import { safeRedirectPath } from "#application/http/safe-redirect-path.ts";
import { deriveId, sha256 } from "#application/text/derive-id.ts";
import { supportTenant, toAgentNameRef } from "#domain/console/events.ts";
import { parseRoleClaim } from "#domain/console/roles.ts";
import { IdentityUnavailable, SignInRefused, type SignInSecrets } from "#infra/ports/identity-provider.ts";
import type { ConsoleDeps } from "../deps.ts";
import { browserCookie, createSessionCookie } from "./cookies.ts";
import { maxSessionLength } from "./sessions.ts";

type SignInProblem = "unavailable" | "over" | "refused" | "no-role";

/** Time to finish a sign-in, ms. */
const signInTimeout = 600_000;
const home = "/support/";

type StoredSignIn = SignInSecrets & { to: string; browser: string };
const keyOf = (state: string): string => `support-sign-in:${sha256(state)}`;

/** Returns a page of the console, never another host or path. */
const safePageIn = (supportUrl: string, to: unknown): string => {
  const path = safeRedirectPath(supportUrl, typeof to === "string" ? to : undefined);
  const { pathname } = new URL(path ?? home, supportUrl);
  // A router could read `//` as another host.
  const isPage = (pathname === "/support" || pathname.startsWith(home)) && !pathname.includes("//");
  return path !== null && isPage && !/^\/support\/(?:auth|api)(?:\/|$)/.test(pathname) ? path : home;
};

/**
 * `GET /support/auth/sign-in` sends a browser to the provider; `GET /support/auth/callback` receives it. A sign-in is
 * valid for ten minutes, once, and only for its browser. Its return address is fixed at the start.
 */
export const signInRouter = (deps: ConsoleDeps, limits: Pick<RateLimits, "logIns">): ExpressRouter => {
  const { config, state, identity, sessions, acts, ids, clock, vault } = deps;
  const browsers = browserCookie(config.SUPPORT_URL);
  const cookie = createSessionCookie(config.SUPPORT_URL);
  const problemAt = (problem: SignInProblem): string => `${home}login?problem=${problem}`;

  /** Takes a stored sign-in. Of two requests with the same state, one succeeds. */
  const takeKept = async (stateParameter: unknown, browser: string | undefined): Promise<StoredSignIn | undefined> => {
    if (typeof stateParameter !== "string" || stateParameter.length > 200 || browser === undefined) return undefined;
    const entry = await state.get<StoredSignIn>(keyOf(stateParameter));
    if (entry === undefined || entry.value.browser !== sha256(browser)) return undefined;
    return (await state.delete(keyOf(stateParameter), { ifVersion: entry.version }).catch(() => false))
      ? entry.value
      : undefined;
  };

  const router = Router();
  router.use(["/support/auth/sign-in", "/support/auth/callback"], limits.logIns);
  router.get("/support/auth/sign-in", async (request, response) => {
    response.locals.route = "/support/auth/sign-in";
    response.set("cache-control", "no-store");
    try {
      const { address, secrets } = await identity.begin();
      const browser = browsers.read(request.get("cookie")) ?? ids.secret(32);
      const signIn: StoredSignIn = {
        ...secrets,
        to: safePageIn(config.SUPPORT_URL, request.query.to),
        browser: sha256(browser),
      };
      await state.put(keyOf(secrets.state), signIn, { expiresAt: new Date(clock.wall().getTime() + signInTimeout) });
      response.set("set-cookie", browsers.set(browser, signInTimeout / 1_000)).redirect(302, address);
    } catch (error) {
      if (!(error instanceof IdentityUnavailable)) throw error;
      response.locals.log.error(error.message);
      response.redirect(302, problemAt("unavailable"));
    }
  });
  router.get("/support/auth/callback", async (request, response) => {
    response.locals.route = "/support/auth/callback";
    response.set("cache-control", "no-store");
    const signIn = await takeKept(request.query.state, browsers.read(request.get("cookie")));
    if (signIn === undefined) return response.redirect(302, problemAt("over"));
    try {
      const [, query = ""] = request.originalUrl.split("?", 2);
      const { subject, name, claims } = await identity.finish(query, signIn);
      const role = parseRoleClaim(claims[config.SUPPORT_ROLES_CLAIM]);
      const agent = deriveId("agent", identity.issuer, subject);
      if (role === undefined) {
        response.locals.log.warn({ agent }, "Somebody without a support role tried to sign in.");
        return response.redirect(302, problemAt("no-role"));
      }
      await vault.put(name, { owner: supportTenant, reference: toAgentNameRef(agent) });
      const { secret, session } = await sessions.begin({ agent, role });
      // No access without an audit log entry.
      await acts.record({ type: "AgentSignedIn", data: { agent, role } }, { correlation: response.locals.requestId });
      response.locals.log.info({ agent, role, session: session.id.slice(0, 12) }, "somebody of support signed in");
      response.set("set-cookie", cookie.set(secret, maxSessionLength / 1_000)).redirect(302, signIn.to);
    } catch (error) {
      if (!(error instanceof IdentityUnavailable || error instanceof SignInRefused)) throw error;
      response.locals.log.warn({ why: error.message }, "a sign-in failed");
      response.redirect(302, problemAt(error instanceof SignInRefused ? "refused" : "unavailable"));
    }
  });
  return router;
};
