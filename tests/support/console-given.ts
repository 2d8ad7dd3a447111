import { randomUUID } from "node:crypto";
import type { ConsoleActivity, ConsoleActivityDetails, ImpersonationAllowed } from "#domain/wire/support/console.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { givenAutomation } from "#tests/support/given-automation.ts";
import { givenPastRuns, pastRunId } from "#tests/support/given-past-runs.ts";
import { givenSuspended } from "#tests/support/given-suspended.ts";
import { createHttpClient } from "#tests/support/http-client.ts";
import { createDesign, generate, logIn, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import type { SupportPerson } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";

/** Item ids for the console's pages; `before`: an instant before the newest changes (ISO UTC). */
export type ConsoleGiven = {
  shop: string;
  before: string;
  event: string;
  request: string;
  exported: string;
  automation: string;
  run: string;
  look: string;
};

const givenRuns = async ({ dataDir }: StartedSheaf, tenant: string, automationId: string): Promise<string> => {
  const clock = createSystemClock({ fixedNow: undefined });
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock, readModels: "none" });
  try {
    const until = clock.now().toISOString();
    await givenPastRuns(stores.eventStore, { tenant, shop: "aurora-demo", automationId, until, runs: 3 });
  } finally {
    await stores.close();
  }
  return pastRunId(automationId, 2);
};

/** Makes a filter by support in the merchant's place. */
const changeInLook = async (sheaf: StartedSheaf, address: string): Promise<void> => {
  const began = createHttpClient(sheaf.url, {});
  const { Token } = await began.data<{ Token: string }>("POST", "account/impersonate", address.split("/").at(-1));
  await createHttpClient(sheaf.url, { token: Token }).data("POST", "filters/create-new");
};

/**
 * Gives a demo shop a past: edited designs, an export, a suspended report, runs, e-mails, a webhook, an impersonation
 * session with a change, and an action.
 */
export const givenForConsole = async (sheaf: StartedSheaf, person: SupportPerson): Promise<ConsoleGiven> => {
  const merchant = await logIn(sheaf, "aurora-demo");
  const shop = merchant.account.id;
  const { client } = merchant;
  const design = await createDesign(merchant);
  await saveFilter(merchant, {
    financial_status: 2,
    fulfillment_status: 0,
    order_status: 0,
    sievers: { 1001: ["anna@customers.example"] },
  });
  const job = await generate(merchant, design.id, { range: { kind: "thirtyDays" } });
  await waitForExport(merchant, job.ReportExportId);
  await client.data("POST", "support/send-message", "Why is my report empty?");
  await demoControl(sheaf.demoUrl, "aurora-demo").demand("customers/data_request", {
    email: "nobody@customers.example",
  });
  const automation = await givenSuspended(sheaf.dataDir, shop, "Daily takings");
  const run = await givenRuns(
    sheaf,
    shop,
    await givenAutomation(sheaf.dataDir, shop, { title: "Orders for the warehouse", enabled: false }),
  );
  const before = new Date().toISOString();
  await client.data("PUT", "reports/update", { ...design, title: "Sales by product" });
  const act = { act: randomUUID(), reason: "They open a second warehouse this month." };
  await person.post(`shops/${shop}/change-tier`, {
    ...act,
    seen: merchant.account.tier,
    tier: "Unlimited",
    waive: false,
  });
  const reason = "Their report of yesterday is empty.";
  const look = (await (await person.post(`shops/${shop}/impersonate`, { reason })).json()) as ImpersonationAllowed;
  await client.data("POST", "support/allow-changes", { Hours: 1 });
  await changeInLook(sheaf, look.address);
  const newest = async () => {
    const { rows } = await person.list<ConsoleActivity>("happenings", { filter: { tenant: shop, thing: "design" } });
    return rows.find(({ what }) => what.includes("Sales by product"));
  };
  const happening = await until("the activity includes the newest edit", newest);
  const { correlation } = await person.one<ConsoleActivityDetails>("happenings", happening.id);
  await until("the webhook is listed", async () => (await person.list("webhooks")).total > 0);
  const changed = { filter: { what: "changed something as the merchant" } };
  await until("the audit log has the change", async () => (await person.list("console-acts", changed)).total > 0);
  await until("titles are found", async () => (await (await person.get("search?q=takings")).text()) !== "[]");
  await until("the runs are listed", async () => (await person.list("runs")).total > 2);
  return {
    shop,
    before,
    event: happening.id,
    request: correlation,
    exported: job.ReportExportId,
    automation,
    run,
    look: look.id,
  };
};
