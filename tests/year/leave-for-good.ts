import { forgetShopInputs } from "#application/exports/freeze-input.ts";
import { Frequency } from "#domain/enumerations.ts";
import type { ExportCommand } from "#domain/export/commands.ts";
import { exportDecider } from "#domain/export/decider.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import { runDecider } from "#domain/run/decider.ts";
import type { ShopCommand } from "#domain/shop/commands.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { destinationOf } from "./destinations.ts";
import { type OpenShop, openShop } from "./shops.ts";
import type { Befall, Stage } from "./stage.ts";

const { Hourly, Daily } = Frequency;
const day = 86_400_000;

/** Upkeep for a shop that requested erasure: only events are left, and nothing is claimed. */
const erase = async ({ world }: Stage, shop: OpenShop): Promise<void> => {
  const { runner, clock, stores } = world;
  const { tenant } = shop;
  const request = { tenant, actor: { kind: "system", part: "upkeep" }, correlation: "erasure" } as const;
  await shop.uninstall();
  const make = (context: ShopCommand["context"]): ShopCommand => ({
    type: "EraseShop",
    reason: "shop/redact",
    context,
  });
  await runner.execute(shopDecider, tenant, make, request);
  for (const report of shop.reports) {
    const { open } = (await runner.load(ledgerDecider, report.automationId)).state;
    const run = open && (await runner.load(runDecider, open.run)).state;
    const exportId = run && "exportId" in run ? run.exportId : undefined;
    const cancel = (context: ExportCommand["context"]): ExportCommand => ({ type: "CancelExport", context });
    // Refused where it has ended.
    if (typeof exportId === "string") await runner.execute(exportDecider, exportId, cancel, request);
    report.isGone = true;
    report.told.push({ ...shop.planOf(report), since: clock.now().toISOString(), enabled: false, isGone: true });
  }
  await forgetShopInputs(stores.stateStore, tenant);
  await stores.vault.eraseOwner(tenant);
};

/** A shop that removes Sheaf for good within a time (ms), is erased, and comes back some days later as a new one. `shops`: both, in time. */
export const leaveForGood = async (
  stage: Stage,
  from: number,
  to: number,
): Promise<{ shops: OpenShop[]; befalls: Befall[] }> => {
  const { world, zones, dice } = stage;
  const automate = async (shop: OpenShop, own: string): Promise<void> => {
    const to = (way: "hook" | "mail") => destinationOf(world.receivers, way, `${own}-${way}`);
    await shop.automate({ frequency: Hourly }, to("hook"), { title: `Report ${own}-hook`, exportEmptyReports: true });
    await shop.automate({ frequency: Daily }, to("mail"), { title: `Report ${own}-mail`, exportEmptyReports: true });
  };
  const zone = zones[0] ?? "UTC";
  const name = "shop-that-leaves";
  const first = await openShop(world, name, zone);
  await automate(first, "first");
  const shops = [first];
  const at = from + Math.floor(dice() * (to - from - 2 * day));
  const back = at + Math.floor(dice() * 2 * day);
  return {
    shops,
    befalls: [
      { at, what: "erasure", do: () => erase(stage, first) },
      {
        at: back,
        what: "new installation",
        do: async () => {
          const again = await openShop(world, name, zone, `tenant-${name}-again`);
          await automate(again, "again");
          shops.push(again);
        },
      },
    ],
  };
};
