import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { logIn } from "#tests/support/merchant.ts";
import { startSheaf } from "#tests/support/start-sheaf.ts";
import { countEvents } from "./recorded-events.ts";

const designs = 60;
const clients = 6;

describe("given a series of commands whose responses get lost", () => {
  it.each(["web:after-append-before-answer", "web:before-append"])(
    "when the web process is killed repeatedly at %s, then every command takes effect once",
    async (moment) => {
      const dataDir = await mkdtemp(join(tmpdir(), "sheaf-lost-"));
      const kills = [20, 35, 50].map((passing) => `${moment}@${passing}`);
      const sheaf = await startSheaf({
        dataDir,
        env: { FAILPOINTS: kills.join(","), LOG_LEVEL: "silent", DEMO_NOW: "2026-11-01T10:30:00Z" },
      });
      try {
        const merchant = await logIn(sheaf, "borealis-demo", { patience: 60_000 });
        const created = await Promise.all(
          Array.from({ length: clients }, async () => {
            const ids: string[] = [];
            for (let n = 0; n < designs / clients; n += 1)
              ids.push((await merchant.client.data<{ id: string }>("POST", "reports/create-new")).id);
            return ids;
          }),
        );
        expect(new Set(created.flat()).size).toBe(designs);

        const listed = await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports");
        expect(listed.map(({ id }) => id).toSorted()).toEqual(created.flat().toSorted());
        expect(listed.map(({ ordering }) => ordering)).toEqual(Array.from({ length: designs }, (_, n) => n));
        expect(new Set(listed.map(({ title }) => title)).size).toBe(designs);
        expect(countEvents(dataDir).ReportDesignCreated).toBe(designs);
        expect(sheaf.output().match(/web ended/g)?.length ?? 0).toBeGreaterThan(0);
      } finally {
        await sheaf.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
  );
});
