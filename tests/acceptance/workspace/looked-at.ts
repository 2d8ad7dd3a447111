import { afterAll, beforeAll } from "vitest";
import type { ImpersonationSessions, SupportGrant } from "#domain/wire/support/impersonation.ts";
import { supportOf } from "#tests/support/given-look.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** Merchants into whose shops someone of support looks. */
const createLookedAt = (workspace: Workspace) => {
  const support = supportOf(workspace);
  let shops = 0;
  return {
    support,
    /** A merchant, and a support person who impersonates them. */
    given: async (reason?: string) => {
      shops += 1;
      const shop = `looked-at-${shops}`;
      const merchant = await workspace.givenMerchant(shop);
      const look = await support.look(merchant.tenant, reason === undefined ? {} : { reason });
      const agent = workspace.windowOf(look.token);
      const allow = (Hours: number) => merchant.call<SupportGrant>("POST", "support/allow-changes", { Hours });
      const looks = async () => (await merchant.call<ImpersonationSessions>("GET", "support/get-looks")).data;
      return { shop, merchant, look, agent, allow, looks, tenant: merchant.tenant };
    },
    /** Reads the events of an impersonation session. */
    eventsOf: async (id: string) =>
      (await workspace.eventStore.readStream(`impersonation-${id}`, { limit: 10 })).map(({ type, data, metadata }) => ({
        type,
        data,
        actor: metadata.actor,
        tenant: metadata.tenant,
      })),
  };
};

export type LookedAt = ReturnType<typeof createLookedAt>;

/** A workspace for a file of tests, and the merchants in it into whose shops someone looks. */
export const lookedAtInFile = (): { workspace: Workspace; lookedAt: LookedAt } => {
  const here = {} as { workspace: Workspace; lookedAt: LookedAt };
  beforeAll(async () => {
    here.workspace = await startWorkspace();
    here.lookedAt = createLookedAt(here.workspace);
  });
  afterAll(() => here.workspace.close());
  return here;
};
