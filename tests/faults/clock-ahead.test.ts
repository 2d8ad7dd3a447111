import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readTenants } from "#application/session/shop-names.ts";
import { Delay, DestinationKind, Frequency } from "#domain/enumerations.ts";
import { dailySchedule } from "#domain/workspace/automations/automation.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { givenAutomation } from "#tests/support/given-automation.ts";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { canSetClocks, settableClock } from "#tests/support/settable-clock.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { countEvents } from "./recorded-events.ts";

const day = 86_400;

describe.runIf(canSetClocks())("given the scheduler of an hourly report", () => {
  let folder: string;
  let dataDir: string;
  let sheaf: StartedSheaf;
  let clock: ReturnType<typeof settableClock>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-ahead-"));
    dataDir = join(folder, "data");
    clock = settableClock(folder);
    sheaf = await startSheaf({ dataDir, env: { ...clock.environment, DEMO_ORDERS_PER_MINUTE: "0" } });
  });
  afterEach(async () => {
    await sheaf?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const hourly = (tenant: string, reportName: string) =>
    givenAutomation(dataDir, tenant, {
      schedule: { ...dailySchedule, frequency: Frequency.Hourly, delay: Delay.NoDelay },
      destination: { kind: DestinationKind.PublicUrl, reportName },
    });
  const withStores = async <R>(work: (stores: Awaited<ReturnType<typeof openStores>>) => Promise<R>): Promise<R> => {
    const stores = await openStores({
      config: { DATA_DIR: dataDir },
      clock: createSystemClock({ fixedNow: undefined }),
      readModels: "none",
    });
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  };
  /** Waits until the scheduler has checked a started report. */
  const looked = (tenant: string, id: string) =>
    withStores(async ({ eventStore, workQueue }) => {
      const events = await eventStore.readStream(`workspace-${tenant}`);
      const started = events.find(({ type, data }) => type === "AutomationStarted" && data.automationId === id);
      await until(
        "the report was checked",
        async () => (await workQueue.getStatus(`plan-automation:${id}:${started?.id}`)) === "completed",
      );
    });
  const notes = async (): Promise<string> =>
    JSON.stringify(((await (await fetch(`${sheaf.url}/healthz`)).json()) as { notes?: string[] }).notes ?? []);
  const decided = () => {
    const { SlotClaimed = 0, SlotsSkipped = 0, AutomationExpired = 0 } = countEvents(dataDir);
    return [SlotClaimed, SlotsSkipped, AutomationExpired];
  };

  it("when the clock is briefly three days ahead, then nothing happens early, and health says so", async () => {
    const merchant = await logIn(sheaf, "aurora-demo", { patience: 60_000 });
    await createDesign(merchant);
    await merchant.client.call("POST", "filters/create-new", {});
    const [tenant = ""] = await withStores(({ stateStore }) => readTenants(stateStore));
    const before = await hourly(tenant, "Before");
    await looked(tenant, before);
    clock.set(3 * day);
    await until("health reports it", async () => (await notes()).includes("clock was set ahead by 72 hours"));
    await until("the scheduler has logged it", () =>
      /"process":"workers.*clock was set ahead by 72 hours/.test(sheaf.output()),
    );
    const during = await hourly(tenant, "During");
    await looked(tenant, during);
    expect(decided()).toEqual([0, 0, 0]);
    clock.set(0);
    await until("the clock is right again", () => /"process":"workers.*clock is right again/.test(sheaf.output()));
    await until("health no longer reports it", async () => !(await notes()).includes("clock was set ahead"));
    const after = await hourly(tenant, "After");
    await looked(tenant, after);
    expect(decided()).toEqual([0, 0, 0]);
    expect(await withStores(({ eventStore }) => eventStore.readStream(`automation-${before}`))).toEqual([]);
  });
});
