import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerEvent } from "#domain/automation/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { createDemoStore, type DemoStore } from "#infra/demo-store/create-demo-store.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/start/open-stores.ts";
import { until } from "#tests/support/until.ts";
import { borealis, type GivenShop, givenShop, owner, partner, type Receivers, startReceivers } from "./due-reports.ts";
import { type EarlierDays, earlierDays } from "./earlier-days.ts";
import { keepRunning } from "./keep-running.ts";

const hour = 3_600_000;

/** Where reports are made before anything runs; the shop's clock stands 50 hours ago. */
export type Given = { shop: GivenShop; days: EarlierDays; receivers: Receivers; store: DemoStore };

export type Scene = {
  /** Makes reports; answers their ids. */
  given(world: Given): Promise<string[]>;
  /** What comes into the ledger of each, in order. */
  ledger: readonly string[];
  /** What each run of theirs says in the end. */
  run: readonly string[];
  /** So many mails, none by default, tell the owner of a suspension. */
  alerts?: number;
};

export type Seen = {
  /** Failpoints at which a process was killed. */
  killed: number;
  ledgers: string[][];
  /** Of all runs that began, those of lost attempts left out. */
  runs: string[][];
  /** Of each report: the time of each file that came through, as it was claimed. */
  covered: Period[][];
  /** Message-IDs of mails with a report, and of those that tell the owner. */
  mails: string[];
  alerts: string[];
  calls: string[];
  /** Names of files at the server, and how often one was put in its place. */
  files: string[];
  uploads: number;
};

const lost = new Set(["DeliveryStarted"]);
const kinds = ["advance-run", "choose-lane", "export", "deliver-run", "send-mail"];

const read = async ({ eventStore }: Stores, automationId: string, after: number) => {
  const events = (await eventStore.readStream(`automation-${automationId}`)) as unknown as readonly LedgerEvent[];
  const ledger = events.slice(after);
  const claimed = events.flatMap((event) =>
    event.type === "SlotClaimed" || event.type === "ExtraRunClaimed" ? [event.data.run] : [],
  );
  const runs = await Promise.all(
    claimed.map(async (run) => (await eventStore.readStream(`run-${run}`)) as unknown as RunEvent[]),
  );
  // Those of earlier days have none.
  return { ledger, runs: runs.filter(({ length }) => length > 0) };
};

const coveredBy = (run: readonly RunEvent[]): Period[] =>
  run.some(({ type }) => type === "DeliveryConfirmed")
    ? run.flatMap((event) => (event.type === "RunStarted" ? [event.data.period] : []))
    : [];

/**
 * What is given, led on by two schedulers, two exporters and two deliverers, of which one is killed at each of these moments, and comes back; what
 * stands when nothing is left to do.
 */
export const killOneAtEach = async (failpoints: readonly string[], scene: Scene): Promise<Seen> => {
  const dataDir = await mkdtemp(join(tmpdir(), "sheaf-kill-each-"));
  const receivers = await startReceivers();
  const store = createDemoStore({ demoNow: new Date() });
  const origin = await store.listen(0);
  const stores = await openStores({
    config: { DATA_DIR: dataDir },
    clock: createFakeClock(new Date()),
    readModels: "none",
  });
  let stop = async (): Promise<void> => undefined;
  try {
    await stores.check();
    const clock = createFakeClock(new Date(Date.now() - 50 * hour));
    const shop = await givenShop(stores, origin, borealis, clock);
    const days = earlierDays(stores, origin, shop);
    const ids = await scene.given({ shop, days, receivers, store });
    const before = await Promise.all(
      ids.map(async (id) => (await stores.eventStore.readStream(`automation-${id}`)).length),
    );
    stop = keepRunning(dataDir, {
      FAILPOINTS: failpoints.join(","),
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      ALLOW_PRIVATE_HOSTS: "true",
      BULK_FROM_ORDERS: "100000000",
    });
    const look = () => Promise.all(ids.map((id, n) => read(stores, id, before[n] ?? 0)));
    const killed = async () => (await readdir(join(dataDir, "failpoints")).catch(() => [])).length;
    const mailsTo = (address: string) =>
      receivers.smtp.arrived.filter(({ to }) => to.includes(address)).map(({ mail }) => mail.messageId ?? "");
    const isOver = async () => {
      if (new Set(mailsTo(owner)).size < (scene.alerts ?? 0)) return false;
      const seen = await look();
      if (seen.some(({ ledger }) => ledger.length < scene.ledger.length)) return false;
      if (seen.some(({ runs }) => runs.some((run) => run.at(-1)?.type !== "RunEnded"))) return false;
      const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds });
      return waiting + running === 0 && (await killed()) === failpoints.length;
    };
    let picture = "";
    const keepPicture = async () => {
      const reached = await readdir(join(dataDir, "failpoints")).catch(() => []);
      const types = (await look()).map(({ ledger, runs }) =>
        [...ledger, ...runs.flat()].map(({ type }) => type).join(" "),
      );
      const open = await Promise.all(
        kinds.map(async (kind) => {
          const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds: [kind] });
          return `${kind} ${waiting} + ${running}`;
        }),
      );
      picture = [`killed at ${reached.join(" ")}`, `open: ${open.join(", ")}`, ...types].join("\n");
    };
    await until("all is done, and one was killed at each", async () => (await isOver()) || (await keepPicture()), {
      within: 150_000,
      every: 100,
      picture: () => picture,
    });
    await stop();
    const seen = await look();
    return {
      killed: await killed(),
      ledgers: seen.map(({ ledger }) => ledger.map(({ type }) => type)),
      runs: seen.flatMap(({ runs }) =>
        runs.map((run) => run.map(({ type }) => type).filter((type) => !lost.has(type))),
      ),
      covered: seen.map(({ runs }) => runs.flatMap(coveredBy)),
      mails: mailsTo(partner),
      alerts: mailsTo(owner),
      calls: receivers.http.calls.map(({ headers }) => String(headers["idempotency-key"])),
      files: [...receivers.sftp.files.keys()],
      uploads: receivers.sftp.requests.filter((words) => words.startsWith("RENAME ")).length,
    };
  } finally {
    await stop();
    await stores.close();
    await Promise.all([receivers.close(), store.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
};
