import { createImpersonations } from "#application/impersonation/impersonations.ts";
import { supportSessionKey } from "#application/session/keys.ts";
import { supportTenant, toActReasonRef, toAgentNameRef } from "#domain/console/events.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import type { ImpersonationSession } from "#domain/wire/support/impersonation.ts";
import { createSystemIds } from "#infra/system/ids.ts";
import type { WebForTests } from "./web-for-tests.ts";

type Impersonated = LoginResponse & { Support: ImpersonationSession; Console: string | null };

type Asked = { agent?: string; name?: string; reason?: string };

/** The support console's part for people who impersonate a shop: it issues tickets. */
export const supportOf = (web: Pick<WebForTests, "state" | "clock" | "runner" | "vault" | "ask">) => {
  const ids = createSystemIds();
  const impersonations = createImpersonations({ ...web, ids });
  /** Makes a ticket for a shop, of a person signed in at the console. */
  const allow = async (
    tenant: string,
    { agent = "agent-1", name = "Demo agent", reason = "It is empty." }: Asked = {},
  ) => {
    const id = ids.uuid();
    const console = `session-of-${id}`;
    await web.vault.put(name, { owner: supportTenant, reference: toAgentNameRef(agent) });
    const reasonRef = await web.vault.put(reason, { owner: supportTenant, reference: toActReasonRef(id) });
    await web.state.put(supportSessionKey(console), { agent });
    const page = `https://support.example/support/shops/${tenant}/show`;
    const ticket = await impersonations.allow({ id, tenant, agent, console, page, reasonRef, correlation: "console" });
    return { id, ticket, console, agent };
  };
  const exchange = (ticket: string) => web.ask("POST", "account/impersonate", { body: ticket });
  return {
    impersonations,
    allow,
    exchange,
    /** A started impersonation session with its token. */
    look: async (tenant: string, asked: Asked = {}) => {
      const allowed = await allow(tenant, asked);
      const { envelope, status } = await exchange(allowed.ticket);
      if (status !== 200) throw new Error(`The ticket was refused: ${envelope.ErrorMessage}`);
      const answer = envelope.Data as unknown as Impersonated;
      return { ...allowed, token: answer.Token, answer };
    },
    /** They sign out of the console. */
    signOut: (console: string) => web.state.delete(supportSessionKey(console)),
  };
};
