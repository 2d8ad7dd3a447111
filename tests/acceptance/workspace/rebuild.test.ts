import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readBuilds, toVersionedName } from "#application/read-models/builds.ts";
import { createPartitions, namePartition } from "#application/read-models/partitions.ts";
import { collections } from "#domain/read-models/documents.ts";
import { readModelVersions } from "#domain/read-models/versions.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import type { ReadStore } from "#infra/ports/stores/read-store.ts";
import { serveProjections } from "#tests/support/run-projections.ts";
import { storesOfRun } from "#tests/support/stores-of-run.ts";
import { until } from "#tests/support/until.ts";
import { startWorkspace, type Workspace } from "./support.ts";

/** A Sheaf with changed projections is deployed while merchants work: `docs/operations.md`. */

let workspace: Workspace;
beforeEach(async () => {
  workspace = await startWorkspace();
});
afterEach(() => workspace.close());

const { name: filters } = collections.filters;
const partsNamed = (name: string) => createPartitions(workspace.parts).map((part) => namePartition(name, part));
/** Counts the filter documents of a version. */
const kept = async (later: number): Promise<number> => {
  const version = (readModelVersions.get(filters) ?? 0) + later;
  const counts = await Promise.all(
    partsNamed(filters).map((part) => workspace.readStore.count(toVersionedName(part, version))),
  );
  return counts.reduce((sum, count) => sum + count, 0);
};

/** A read store whose writes wait until they are released: a slow rebuild. */
const slowStore = () => {
  let goOn: () => void = () => undefined;
  const may = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const readStore: ReadStore = {
    ...workspace.readStore,
    apply: async (changes, options) => {
      await may;
      return workspace.readStore.apply(changes, options);
    },
  };
  return { readStore, goOn };
};

const allLive = (later: number) =>
  until("every new version is shown", async () => {
    const live = await Promise.all(
      [...readModelVersions].flatMap(([name, version]) =>
        partsNamed(name).map(async (part) => {
          const builds = await readBuilds(workspace.readStore, part);
          return builds.live === version + later;
        }),
      ),
    );
    return live.every(Boolean);
  });

type Merchant = Awaited<ReturnType<Workspace["givenMerchant"]>>;

const givenWork = async () => {
  const merchant = await workspace.givenMerchant();
  const filter = await merchant.create();
  const design = (await merchant.call<ReportDesignItem>("POST", "reports/create-new")).data;
  await merchant.read(filter.id);
  await merchant.call("GET", "reports/get-reports");
  return { merchant, filter, design };
};

/** Reads every list and single items all the time. Returns anything that was ever empty, missing or refused. */
const watchScreens = ({ call }: Pick<Merchant, "call">, { filter, design }: Awaited<ReturnType<typeof givenWork>>) => {
  let watching = true;
  let looks = 0;
  const wrong: string[] = [];
  const done = (async () => {
    while (watching) {
      for (const path of [
        "filters/get-filters",
        "reports/get-reports",
        `filters/get-filter?id=${filter.id}`,
        `reports/get-report?id=${design.id}`,
        `filters/history?id=${filter.id}`,
      ]) {
        const { status, data } = await call<unknown>("GET", path);
        if (status !== 200) wrong.push(`${path} ${status}`);
        else if (Array.isArray(data) && data.length === 0) wrong.push(`${path} is empty`);
      }
      looks += 1;
    }
  })();
  return {
    looks: () => looks,
    end: async () => {
      watching = false;
      await done;
      return [...new Set(wrong)];
    },
  };
};

describe("given a merchant at work, when a Sheaf with new projection versions replaces this one", () => {
  it("then no screen is ever empty or missing items, before, during and after the rebuild", async () => {
    const given = await givenWork();
    const { merchant } = given;
    const screens = watchScreens(merchant, given);
    await workspace.stopProjections();
    workspace.startWeb(1);
    const { readStore, goOn } = slowStore();
    const later = workspace.startProjections(1, readStore);
    const before = screens.looks();
    await until("screens were requested during the rebuild", () => screens.looks() > before + 20);

    goOn();
    await allLive(1);
    await until("the old version is removed", async () => (await kept(0)) === 0);
    const after = screens.looks();
    await until("screens were requested after the rebuild", () => screens.looks() > after + 5);
    expect(await screens.end()).toEqual([]);
    await later.stop();
  });

  it("then new items are missing until the rebuild ends, which responses say", async () => {
    const { merchant, filter } = await givenWork();
    await workspace.stopProjections();
    workspace.startWeb(1);
    const { readStore, goOn } = slowStore();
    const later = workspace.startProjections(1, readStore);

    const made = await merchant.create();
    const list = await merchant.call("GET", "filters/get-filters", undefined, { "x-await-position": "0" });
    expect([list.status, list.headers.get("x-stale")]).toEqual([200, "true"]);
    const asked = await merchant.call("GET", `filters/get-filter?id=${made.id}`, undefined, {
      "x-await-position": "0",
    });
    expect([asked.status, asked.envelope.ErrorCode, asked.headers.get("retry-after")]).toEqual([
      503,
      "rebuilding",
      "5",
    ]);

    goOn();
    await allLive(1);
    const now = await merchant.read(made.id);
    expect([now.status, now.filter.title]).toEqual([200, made.title]);
    expect(await merchant.ownIds()).toEqual([filter.id, made.id]);
    const gone = await merchant.call("GET", "filters/get-filter?id=never");
    expect(gone.status).toBe(404);
    await later.stop();
  });

  it("then the old Sheaf that is still running shows its own read models, up to date", async () => {
    const { merchant } = await givenWork();
    const later = workspace.startProjections(1);
    await allLive(1);
    const made = await merchant.create();
    const { status, filter } = await merchant.read(made.id);
    expect([status, filter.title]).toEqual([200, made.title]);
    expect(await kept(0)).toBeGreaterThan(0);
    const list = await merchant.call("GET", "filters/get-filters");
    expect([list.status, list.headers.get("x-stale")]).toEqual([200, null]);
    await later.stop();
  });
});

describe("given missing read models", () => {
  it("when they are built for the first time, then calls return 503 until they are complete", async () => {
    const { merchant, filter } = await givenWork();
    await workspace.stopProjections();
    const { readStore, close } = await storesOfRun(workspace.clock);
    workspace.seen.readModels = serveProjections({ readStore, parts: workspace.parts });
    for (const path of ["filters/get-filters", `filters/get-filter?id=${filter.id}`, "reporting/getExportList"]) {
      const { status, envelope, headers } = await merchant.call("GET", path, undefined, { "x-await-position": "0" });
      expect([status, envelope.ErrorCode, headers.get("retry-after")]).toEqual([503, "rebuilding", "5"]);
    }
    const again = workspace.startProjections(0, readStore);
    for (const path of ["reports/get-reports", "filters/get-filters"])
      await until("the list is complete", async () => {
        const { status, headers } = await merchant.call("GET", path);
        return status === 200 && headers.get("x-stale") === null;
      });
    expect(await merchant.ownIds()).toEqual([filter.id]);
    await again.stop();
    await close();
  });
});

describe("given a list is reordered", () => {
  it("when only some rows have their new positions, then the response is marked stale and has no ETag", async () => {
    const { merchant } = await givenWork();
    for (let n = 0; n < 3; n += 1) await merchant.create();
    const ids = await merchant.ownIds();
    await workspace.stopProjections();
    let goOn: () => void = () => undefined;
    const may = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const half: ReadStore = {
      ...workspace.readStore,
      apply: async (changes, options) => {
        await workspace.readStore.apply(changes.slice(0, 2), options);
        await may;
        await workspace.readStore.apply(changes.slice(2), options);
      },
    };
    const again = workspace.startProjections(0, half);
    const wanted = [ids[1], ids[0], ids[3], ids[2]];
    expect((await merchant.call("PUT", "filters/set-ordering", wanted)).status).toBe(200);
    const now = { "x-await-position": "0" };
    await until("half of the changes are written", async () => {
      const { headers } = await merchant.call("GET", "filters/get-filters", undefined, now);
      return headers.get("x-stale") === "true" && headers.get("etag") === null;
    });
    goOn();
    expect(await merchant.ownIds()).toEqual(wanted);
    const whole = await merchant.call("GET", "filters/get-filters");
    expect([whole.headers.get("x-stale"), whole.headers.get("etag")]).toEqual([null, expect.stringMatching(/^"\d+"$/)]);
    await again.stop();
  });
});
