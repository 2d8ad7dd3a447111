import { toAgentNameRef } from "#domain/console/events.ts";
import type { ConsoleMe, SignedOut } from "#domain/wire/support/console.ts";
import { IdentityUnavailable } from "#infra/ports/identity-provider.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ConsoleCall, ConsoleRoute } from "../http/route.ts";
import { createSessionCookie } from "./cookies.ts";

/** Current user, and sign-out, which also ends the impersonation sessions of that session. */
export const sessionRoutes = (deps: ConsoleDeps): ConsoleRoute[] => {
  const { sessions, acts, impersonations, vault, identity, config } = deps;
  const takeCookie = (call: ConsoleCall): void =>
    call.setHeader("set-cookie", createSessionCookie(config.SUPPORT_URL).set("", 0));
  const noteOut = ({ session: { agent }, requestId }: ConsoleCall, everywhere: boolean): Promise<void> =>
    acts.record({ type: "AgentSignedOut", data: { agent, everywhere } }, { correlation: requestId });
  return [
    {
      method: "GET",
      path: "me",
      needs: "viewer",
      handle: async ({ session: { agent, role, token, endsAt } }): Promise<ConsoleMe> => {
        const reference = toAgentNameRef(agent);
        const name = (await vault.readAll([reference])).get(reference) ?? "Somebody of support";
        return { name, role, token, endsAt: endsAt.toISOString() };
      },
    },
    {
      method: "POST",
      path: "sign-out",
      needs: "viewer",
      handle: async (call): Promise<SignedOut> => {
        const { id, agent } = call.session;
        await sessions.end(call.session);
        await impersonations.endAll({ console: id }, { actor: { kind: "agent", agent }, correlation: call.requestId });
        await noteOut(call, false);
        takeCookie(call);
        return { leaveTo: null };
      },
    },
    {
      method: "POST",
      path: "sign-out-everywhere",
      needs: "viewer",
      handle: async (call): Promise<SignedOut> => {
        const { agent } = call.session;
        await sessions.endAll(agent);
        await impersonations.endAll({ agent }, { actor: { kind: "agent", agent }, correlation: call.requestId });
        await noteOut(call, true);
        takeCookie(call);
        // Sheaf's sessions are over, even if the provider fails.
        const leaveTo = await identity.signOutAddress().catch((error: unknown) => {
          if (error instanceof IdentityUnavailable) return undefined;
          throw error;
        });
        return { leaveTo: leaveTo ?? null };
      },
    },
  ];
};
