import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { toRowHashFileKey } from "#application/exports/sidecar-files.ts";
import { toPeopleFileKey } from "#application/people/people-file.ts";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import {
  createDesign,
  generate,
  listExports,
  logIn,
  type Merchant,
  poll,
  waitForExport,
} from "#tests/support/merchant.ts";
import { canMountDisks, mountSmallDisk, type SmallDisk } from "#tests/support/small-disk.ts";
import { byPages, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { inspect } from "./data-folder.ts";
import { countEvents } from "./recorded-events.ts";

/** Longer than an export's pause after a full disk, on a busy machine. */
const patience = 120_000;
// By pages, as the failpoints need it: the file grows slowly enough to meet them.
const environment = { ...byPages, DEMO_ORDERS_PER_MINUTE: "0", DEMO_STORE_POINTS_PER_SECOND: "4000" };

/** Leases that have not run out, read beside the running system. */
const listLiveLeases = (dataDir: string): number => {
  const db = new DatabaseSync(join(dataDir, "state.db"), { readOnly: true });
  try {
    return Number(db.prepare("SELECT count(*) AS n FROM jobs WHERE lease_until > ?").get(Date.now())?.n);
  } finally {
    db.close();
  }
};

/** Which process said of which file that it takes no more. */
const parseTroubles = (output: string): string[] =>
  output.split("\n").flatMap((line) => {
    if (!line.includes('"trouble":')) return [];
    const { part, process, msg } = JSON.parse(line) as Record<string, unknown>;
    return [[process, part, msg].join(" ")];
  });

describe.runIf(canMountDisks())("given a merchant at work, and a disk that accepts no writes", () => {
  let folder: string;
  let dataDir: string;
  const disks: SmallDisk[] = [];
  let sheaf: StartedSheaf;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-disk-"));
    dataDir = join(folder, "data");
  });
  afterEach(async () => {
    await sheaf?.stop();
    for (const disk of disks.splice(0).reverse()) disk.unmount();
    await rm(folder, { recursive: true, force: true });
  });

  const mount = (path: string, megabytes: number): SmallDisk => {
    const disk = mountSmallDisk(path, megabytes);
    disks.push(disk);
    return disk;
  };
  const health = async () => {
    const response = await fetch(`${sheaf.url}/healthz`);
    return { status: response.status, reasons: ((await response.json()) as { reasons: string[] }).reasons.join(" ") };
  };
  const request = async (merchant: Merchant, design: string, count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await generate(merchant, design, { range: { kind: "noFilter" } })).ReportExportId);
    return ids;
  };
  const create = async (merchant: Merchant) => {
    const { status, headers, envelope } = await merchant.client.call<{ id: string }>("POST", "reports/create-new");
    return { status, retryAfter: headers.get("retry-after"), code: envelope.ErrorCode, id: envelope.Data?.id };
  };
  const halfFiles = () => readdir(join(dataDir, "files", "parts"));

  it("when it is full, then all work waits and health says so, and nothing is lost or repeated", async () => {
    const disk = mount(dataDir, 96);
    sheaf = await startSheaf({ dataDir, env: environment });
    const merchant = await logIn(sheaf, "borealis-demo");
    const { id: design } = await createDesign(merchant);
    const ids = await request(merchant, design, 3);
    await until("a report is being written", async () => {
      const [job] = await poll(merchant, ids.slice(0, 1));
      return job !== undefined && job.Status >= ExportStatus.AddData && job.Status !== ExportStatus.Finished;
    });

    const ballast = disk.fill();
    await expect.poll(health).toMatchObject({ status: 503, reasons: expect.stringContaining(dataDir) });
    // Files that SQLite has already grown still have space for a few.
    const made: string[] = [];
    const refused = await until("a command is refused", async () => {
      const answer = await create(merchant);
      if (answer.status === 200 && answer.id) made.push(answer.id);
      return answer.status === 200 ? undefined : answer;
    });
    expect(refused).toMatchObject({ status: 503, code: "full", retryAfter: "60" });
    expect((await create(merchant)).status).toBe(503);
    await until("no partial report takes up space", async () => (await halfFiles()).length === 0);
    const listed = await merchant.client.call<ReportDesignItem[]>("GET", "reports/get-reports");
    expect(listed.status).toBe(200);
    expect((await listExports(merchant)).map(({ ReportExportId }) => ReportExportId).toSorted()).toEqual(
      ids.toSorted(),
    );
    await until("nobody could renew a lease for as long as one lasts", () => listLiveLeases(dataDir) === 0, {
      within: 90_000,
    });
    expect(sheaf.output()).not.toMatch(/ ended \(/);

    ballast.remove();
    await expect.poll(health).toEqual({ status: 200, reasons: "" });
    for (const id of ids) await waitForExport(merchant, id, patience);
    const after = await create(merchant);
    expect(after.status).toBe(200);
    const designs = await merchant.client.data<ReportDesignItem[]>("GET", "reports/get-reports");
    expect(designs.map(({ id }) => id).toSorted()).toEqual([design, ...made, after.id].toSorted());

    expect(sheaf.output()).not.toMatch(/ ended \(/);
    const said = parseTroubles(sheaf.output());
    expect(said.length).toBeGreaterThan(0);
    expect(said, "each process says once what it cannot write").toEqual([...new Set(said)]);
    expect(await sheaf.stop()).toBe(0);
    const { ExportFinished, ExportFailed } = countEvents(dataDir);
    expect([ExportFinished, ExportFailed]).toEqual([ids.length, undefined]);
    const left = await inspect(dataDir);
    expect([left.gaps, left.parts]).toEqual([[], []]);
    for (const { types } of left.exports.values()) {
      const count = (type: string) => types.filter((one) => one === type).length;
      expect(count("ExportStarted") - count("ExportHandedBack"), "no attempt was lost").toBe(1);
    }
    expect(left.readModels.live).toEqual(left.readModels.rebuilt);
    const reports = [...left.exports.values()].flatMap(({ file }) => (file ? [file] : []));
    expect(reports.map(({ fileKey }) => left.files.get(fileKey))).toEqual(reports.map(({ fileHash }) => fileHash));
    expect([...left.files.keys()].toSorted()).toEqual(
      reports.flatMap(({ fileKey }) => [fileKey, toPeopleFileKey(fileKey), toRowHashFileKey(fileKey)]).toSorted(),
    );
  });

  it("when the disks of files and mail are read-only, then only reports and e-mail wait for them", async () => {
    mount(dataDir, 96);
    const files = mount(join(dataDir, "files"), 32);
    const outbox = mount(join(dataDir, "outbox"), 32);
    sheaf = await startSheaf({ dataDir, env: environment });
    const merchant = await logIn(sheaf, "aurora-demo");
    const { id: design } = await createDesign(merchant);
    await until("no process writes there", () => {
      try {
        files.setReadOnly(true);
        outbox.setReadOnly(true);
        return true;
      } catch {
        return false;
      }
    });
    await expect.poll(health).toMatchObject({
      status: 503,
      reasons: expect.stringMatching(new RegExp(`${join(dataDir, "files")} cannot be written \\(EROFS\\)`)),
    });
    const [id = ""] = await request(merchant, design, 1);
    await until("the report waits", () =>
      sheaf.output().includes(`${join(dataDir, "files", "parts")} cannot be written`),
    );
    expect((await create(merchant)).status).toBe(200);
    expect(countEvents(dataDir).ExportStarted).toBeUndefined();
    await merchant.client.data("POST", "support/send-message", "Where is my report?");
    await until("the e-mail waits", () => sheaf.output().includes(`${join(dataDir, "outbox")} cannot be written`));

    files.setReadOnly(false);
    outbox.setReadOnly(false);
    await expect.poll(health).toEqual({ status: 200, reasons: "" });
    await waitForExport(merchant, id, patience);
    expect(countEvents(dataDir)).toMatchObject({ ExportStarted: 1, ExportFinished: 1 });
    await expect
      .poll(() => readdir(join(dataDir, "outbox")), { timeout: patience })
      .toEqual([expect.stringMatching(/^support-.*\.eml$/)]);
    expect(sheaf.output()).not.toMatch(/ ended \(/);
  });

  it("when it is read-only or full at the start, then one message says so, and nothing is lost", async () => {
    const disk = mount(dataDir, 96);
    const startInVain = async () => {
      const error = await startSheaf({ dataDir, env: environment }).catch((reason: unknown) => reason);
      const [, said = ""] = /It said:\n([\s\S]*)$/.exec(String(error)) ?? [];
      return said.trim().split("\n");
    };
    const nothing = disk.fill();
    expect(await startInVain()).toEqual([
      expect.stringMatching(new RegExp(`The disk for ${dataDir} has too little free space\\.`)),
    ]);
    nothing.remove();
    expect((await readdir(dataDir)).filter((name) => name.startsWith("master.key"))).toEqual([]);

    sheaf = await startSheaf({ dataDir, env: environment });
    const merchant = await logIn(sheaf, "aurora-demo");
    const { id: design } = await createDesign(merchant);
    await sheaf.stop();
    disk.setReadOnly(true);
    expect(await startInVain()).toEqual([expect.stringMatching(new RegExp(`${dataDir}.*(read-only|written)`))]);
    disk.setReadOnly(false);
    const ballast = disk.fill();
    expect(await startInVain()).toEqual([
      expect.stringMatching(new RegExp(`The disk for ${dataDir} has too little free space\\.`)),
    ]);
    ballast.remove();

    sheaf = await startSheaf({ dataDir, env: environment });
    const back = await logIn(sheaf, "aurora-demo");
    expect((await back.client.data<ReportDesignItem[]>("GET", "reports/get-reports")).map(({ id }) => id)).toEqual([
      design,
    ]);
  });
});
