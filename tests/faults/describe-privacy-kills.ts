import { describe, expect, it } from "vitest";
import { listAllFiles } from "#application/exports/list-all-files.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { allOf } from "#tests/support/all-of.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { createDesign, generate, logIn, waitForExport } from "#tests/support/merchant.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { type StartMortal, startInOneFolder } from "./mortal.ts";

/** Moments between the steps of upkeep, each of which kills it once. */
const failpoints = [
  "upkeep:privacy:after-erased-before-removed",
  "upkeep:privacy:before-end",
  "upkeep:privacy:after-end",
  "upkeep:privacy:after-shop-erased",
];

/** A job that is done again and again, each time by a process that was just started. */
const within = 200_000;
const moment = "2026-11-01T10:30:00Z";
const shop = "aurora-demo";

const eventsOf = async ({ eventStore }: Stores, type: string): Promise<RecordedEvent[]> => {
  const found: RecordedEvent[] = [];
  for (let last: RecordedEvent | undefined; ; ) {
    const batch = await eventStore.readAll({ limit: 1_000, ...(last && { after: last.position }) });
    found.push(...batch.filter((event) => event.type === type));
    if (batch.length === 0) return found;
    last = batch.at(-1);
  }
};

/**
 * The platform's requests about people, carried out by an upkeep process that is killed between its steps. `start`: the
 * place; default: one folder.
 */
export const describePrivacyKills = (start: StartMortal = startInOneFolder): void => {
  describe("given upkeep is killed between its steps", () => {
    it("when a customer and then the shop are erased, then each request ends once and counts its files", async () => {
      const sheaf = await start({
        ports: [await freePort(), await freePort()],
        env: { DEMO_NOW: moment, CLOCK_NOW: moment, LOG_LEVEL: "silent" },
        failpoints,
      });
      const stores = await openStores({ config: sheaf.config, clock: createSystemClock(), readModels: "none" });
      const { fileStore, stateStore } = stores;
      const ends = async (count: number) => {
        const carriedOut = () => eventsOf(stores, "PrivacyRequestCarriedOut");
        await until(`${count} requests are carried out`, async () => (await carriedOut()).length >= count, {
          within,
          every: 200,
        });
        return (await carriedOut()).map(({ data }) => data);
      };
      const filesOf = async (id: string) =>
        (await allOf(listAllFiles(fileStore))).filter((name) => name.startsWith(id)).sort();
      try {
        const control = demoControl(sheaf.demoUrl, shop);
        const merchant = await logIn(sheaf, shop);
        const design = await createDesign(merchant);
        const report = async () => {
          const { ReportExportId } = await generate(merchant, design.id, { range: { kind: "noFilter" } });
          await waitForExport(merchant, ReportExportId);
          return ReportExportId;
        };

        const ids = [await report(), await report()];
        // The people in these files are no longer recorded.
        for (const id of ids)
          for (const name of await filesOf(id)) if (name.endsWith(".people")) await fileStore.delete(name);
        await control.demand("customers/redact", { email: "ann@example.com" });
        expect(await ends(1)).toMatchObject([{ outcome: "carried-out", counts: { exports: 2, files: 2, values: 0 } }]);
        for (const id of ids) expect(await filesOf(id)).toEqual([]);
        const erased = (await eventsOf(stores, "ExportFileErased")).map(({ stream }) => stream);
        expect(erased.sort()).toEqual(ids.map((id) => `export-${id}`).sort());

        const last = await report();
        await control.uninstall();
        await until("the shop is uninstalled", async () => (await eventsOf(stores, "ShopUninstalled")).length === 1);
        await control.demand("shop/redact");
        expect(await ends(2)).toMatchObject([{}, { outcome: "carried-out", counts: { files: 1 } }]);
        const isNothingOpen = async () => (await stateStore.find("privacy", "open")).length === 0;
        await until("nothing is open", isNothingOpen, { within });
        expect(await sheaf.killed(), "each failpoint was reached").toBe(failpoints.length);
        expect(await eventsOf(stores, "PrivacyRequestCarriedOut")).toHaveLength(2);
        expect(await eventsOf(stores, "ShopErased")).toHaveLength(1);
        expect(await filesOf(last)).toEqual([]);
      } finally {
        await stores.close();
        await sheaf.end();
      }
    });
  });
};
