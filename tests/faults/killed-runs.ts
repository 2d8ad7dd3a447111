import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerEvent } from "#domain/automation/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import { createDemoStore } from "#infra/demo-store/create-demo-store.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores } from "#infra/start/open-stores.ts";
import { borealis, destinationsOf, givenDueReports, startReceivers } from "./due-reports.ts";
import { keepRunning } from "./keep-running.ts";

/** It has no orders, and its reports are not wanted empty. */
const nimbus = { tenant: borealis.tenant, shop: "nimbus-demo", exportEmptyReports: false };

export type KilledRuns = {
  /** Whether the armed failpoint was reached. */
  killed: boolean;
  /** Of each report: its ledger, and its runs' events without those that a lost attempt adds. */
  ledgers: string[][];
  runs: string[][];
  mails: string[];
  calls: string[];
  /** Bytes of each that is at the server. */
  files: number[];
  uploads: number;
};

const lostAttempt = "DeliveryStarted";

/**
 * Three reports, one by mail, one by webhook and one to a server, whose slot has come, with two schedulers, two exporters and two deliverers; a
 * process of which is killed at a moment. Answers what stands when all have ended. `receiversFail`: they do at first; `empty`: of a shop without
 * orders.
 */
export const runWhileKilling = async (
  failpoint: string,
  { receiversFail = false, empty = false }: { receiversFail?: boolean; empty?: boolean } = {},
): Promise<KilledRuns> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-runs-"));
  const receivers = await startReceivers();
  const store = createDemoStore({ demoNow: new Date() });
  const origin = await store.listen(0);
  const systemClock = createFakeClock(new Date());
  const stores = await openStores({ config: { DATA_DIR: dataDir }, clock: systemClock, readModels: "none" });
  let stop = async (): Promise<void> => undefined;
  try {
    await stores.check();
    const automationIds = await givenDueReports(stores, origin, destinationsOf(receivers), empty ? nimbus : borealis);
    if (receiversFail) {
      receivers.smtp.fault = "full";
      receivers.http.fault = "error";
      receivers.sftp.fault = "full";
    }
    stop = keepRunning(dataDir, {
      FAILPOINTS: failpoint,
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      ALLOW_PRIVATE_HOSTS: "true",
      BULK_FROM_ORDERS: "100000000",
    });
    const ledgerOf = async (id: string) =>
      (await stores.eventStore.readStream(`automation-${id}`)) as unknown as readonly LedgerEvent[];
    const runsOf = (ledger: readonly LedgerEvent[]) =>
      ledger.flatMap((event) => (event.type === "SlotClaimed" ? [event.data.run] : []));
    const runOf = async (run: string) => (await stores.eventStore.readStream(`run-${run}`)) as unknown as RunEvent[];
    const look = () =>
      Promise.all(
        automationIds.map(async (id) => {
          const ledger = await ledgerOf(id);
          return { ledger, runs: (await Promise.all(runsOf(ledger).map(runOf))).flat() };
        }),
      );
    const until = performance.now() + 150_000;
    for (;;) {
      const seen = await look();
      if (receiversFail && seen.every(({ ledger }) => ledger.some(({ type }) => type === "TryFailed"))) {
        receivers.smtp.fault = "none";
        receivers.http.fault = "none";
        receivers.sftp.fault = "none";
      }
      if (seen.every(({ runs }) => runs.some(({ type }) => type === "RunEnded"))) break;
      if (performance.now() > until) {
        const types = seen.map(({ ledger, runs }) => [...ledger, ...runs].map(({ type }) => type).join(" "));
        throw new Error(`The runs did not end:\n${types.join("\n")}`);
      }
      await new Promise((done) => setTimeout(done, 100));
    }
    await stop();
    const seen = await look();
    return {
      killed: existsSync(join(dataDir, "failpoints")),
      ledgers: seen.map(({ ledger }) => ledger.map(({ type }) => type)),
      runs: seen.map(({ runs }) => runs.map(({ type }) => type).filter((type) => type !== lostAttempt)),
      mails: receivers.smtp.arrived.map(({ mail }) => mail.messageId ?? ""),
      calls: receivers.http.calls.map(({ headers }) => String(headers["idempotency-key"])),
      files: [...receivers.sftp.files.values()].map(({ length }) => length),
      uploads: receivers.sftp.requests.filter((words) => words.startsWith("RENAME ")).length,
    };
  } finally {
    await stop();
    await stores.close();
    await Promise.all([receivers.close(), store.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
};
