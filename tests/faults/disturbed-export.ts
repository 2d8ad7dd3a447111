import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ExportStatus } from "#domain/enumerations.ts";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { type ArmedFault, demoControl } from "#tests/support/demo-control.ts";
import { createDesign, download, generate, logIn, type Merchant, poll } from "#tests/support/merchant.ts";
import { byPages, freePort } from "#tests/support/start-sheaf.ts";
import { type StartMortal, startInOneFolder } from "./mortal.ts";

const moment = "2026-11-01T10:30:00Z";

export type DisturbedExport = {
  /** SHA-256 of the finished file. */
  hash: string;
  bytes: number;
  /** Hashes of every file that was served while the export went on: each must be the finished one. */
  servedHashes: Set<string>;
  /** True if each of the armed failpoints was reached. */
  killed: boolean;
  /** Files in the scratch folder when the export has ended. */
  scratch: string[];
  events: Record<string, number>;
  /** Bulk operations requested from the platform. */
  operations: number;
};

/** The same for all runs, because image addresses, and so the bytes, contain the platform's port. */
const samePorts: Promise<[number, number]> = Promise.all([freePort(), freePort()]);

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The export's new design, settings, and expected result. */
export type Disturbing = {
  design?: Partial<ReportWithColumns>;
  env?: Readonly<Record<string, string>>;
  /** The platform's faults for the next operations. */
  faults?: readonly ArmedFault[];
  /** Where; in one folder by default. */
  start?: StartMortal;
};

/** A merchant who exports all of a shop's orders while a process is killed at each of the failpoints (comma-separated), and comes back. */
export const exportWhileKilling = async (
  shop: string,
  failpoints: string,
  given: Disturbing = {},
): Promise<DisturbedExport> => {
  const armed = failpoints.split(",").filter((name) => name !== "");
  // By pages, unless the moment is one of a bulk operation: the file is the same.
  const env = {
    ...(failpoints.includes("bulk") ? {} : byPages),
    DEMO_NOW: moment,
    CLOCK_NOW: moment,
    LOG_LEVEL: "silent",
    ...given.env,
  };
  const { start = startInOneFolder } = given;
  const sheaf = await start({ ports: await samePorts, env, failpoints: armed });
  try {
    const merchant = await logIn(sheaf, shop, { patience: 60_000 });
    const design = await createDesign(merchant);
    if (given.design) await merchant.client.data("PUT", "reports/update", { ...design, ...given.design });
    for (const fault of given.faults ?? []) await demoControl(sheaf.demoUrl, shop).arm(fault);
    const requested = await generate(merchant, design.id, { range: { kind: "noFilter" } });
    const servedHashes = new Set<string>();
    const finished = await followToTheEnd(merchant, requested.ReportExportId, servedHashes);
    const file = await download(merchant, finished);
    return {
      hash: sha256(file),
      bytes: file.length,
      servedHashes,
      killed: (await sheaf.killed()) === armed.length,
      scratch: await sheaf.scratch(),
      events: await sheaf.events(),
      operations: await sheaf.operations(shop),
    };
  } finally {
    await sheaf.end();
  }
};

const followToTheEnd = async (merchant: Merchant, id: string, servedHashes: Set<string>) => {
  const end = performance.now() + 180_000;
  for (;;) {
    const [job] = await poll(merchant, [id]);
    if (job?.PublicUrl) servedHashes.add(sha256(await download(merchant, job)));
    if (job?.Status === ExportStatus.Finished) return job;
    if (job?.Status === ExportStatus.Failed) throw new Error(`The export failed: ${job.FailedReason}`);
    if (performance.now() > end) throw new Error(`The export did not end: ${JSON.stringify(job)}`);
    await pause(200);
  }
};
