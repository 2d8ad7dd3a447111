import { createHash } from "node:crypto";
import type { LedgerEvent } from "#domain/automation/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { createDemoStore, type DemoStore } from "#infra/demo-store/create-demo-store.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/start/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { allOf } from "#tests/support/all-of.ts";
import { until } from "#tests/support/until.ts";
import { borealis, type GivenShop, givenShop, owner, partner, type Receivers, startReceivers } from "./due-reports.ts";
import { type EarlierDays, earlierDays } from "./earlier-days.ts";
import { inOneFolder, type Place } from "./place.ts";

const hour = 3_600_000;

/** Where reports are made before anything runs; the shop's clock stands 50 hours ago. */
export type Given = { shop: GivenShop; days: EarlierDays; receivers: Receivers; store: DemoStore };

export type Scene = {
  /** Of the demo store; `borealis-demo` by default. */
  shop?: string;
  /** Makes reports; answers their ids. */
  given(world: Given): Promise<string[]>;
  /** Called now and then with what stands in the ledger of each so far. */
  meanwhile?(ledgers: readonly (readonly string[])[], receivers: Receivers): void;
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
  /** Bytes of each file at the server, and how often one was put in its place. */
  files: number[];
  uploads: number;
  /** SHA-256 of every report that was made, of each that came by mail, and of each at the server; each in order. */
  hashes: { made: string[]; mailed: string[]; uploaded: string[] };
};

/** Where the platform is, and until when it has orders. Files of one shop are the same where this is. */
export type Platform = { port: number; demoNow: Date };

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

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** SHA-256 of the files of all exports that runs finished. */
const filesMade = async ({ eventStore, fileStore }: Stores, runs: readonly (readonly RunEvent[])[]) => {
  const ids = runs.flat().flatMap((event) => (event.type === "RunExportFinished" ? [event.data.exportId] : []));
  const exports = await Promise.all(ids.map((id) => eventStore.readStream(`export-${id}`)));
  const keys = exports.flat().flatMap(({ type, data }) => (type === "ExportFinished" ? [String(data.fileKey)] : []));
  return Promise.all(keys.map(async (key) => sha256(Buffer.concat(await allOf(await fileStore.open(key))))));
};

const coveredBy = (run: readonly RunEvent[]): Period[] =>
  run.some(({ type }) => type === "DeliveryConfirmed")
    ? run.flatMap((event) => (event.type === "RunStarted" ? [event.data.period] : []))
    : [];

/**
 * What is given, led on by two schedulers, two exporters and two deliverers, of which one is killed at each of these moments, and comes back; what
 * stands when nothing is left to do.
 */
export const killOneAtEach = async (
  failpoints: readonly string[],
  scene: Scene,
  {
    at = inOneFolder,
    platform = { port: 0, demoNow: new Date() },
  }: { at?: () => Promise<Place>; platform?: Platform } = {},
): Promise<Seen> => {
  const place = await at();
  const receivers = await startReceivers();
  const store = createDemoStore({ demoNow: platform.demoNow });
  const origin = await store.listen(platform.port);
  const stores = await openStores({ config: place.config, clock: createSystemClock(), readModels: "none" });
  let stop = async (): Promise<void> => undefined;
  try {
    await stores.check();
    const clock = createFakeClock(new Date(Date.now() - 50 * hour));
    const shop = await givenShop(stores, origin, { ...borealis, ...(scene.shop && { shop: scene.shop }) }, clock);
    const days = earlierDays(stores, origin, shop);
    const ids = await scene.given({ shop, days, receivers, store });
    const before = await Promise.all(
      ids.map(async (id) => (await stores.eventStore.readStream(`automation-${id}`)).length),
    );
    const settings = {
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      ALLOW_PRIVATE_HOSTS: "true",
      BULK_FROM_ORDERS: "100000000",
    };
    stop = await place.run(settings, failpoints);
    const look = () => Promise.all(ids.map((id, n) => read(stores, id, before[n] ?? 0)));
    const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
    const mailsTo = (address: string) => receivers.smtp.arrived.filter(({ to }) => to.includes(address));
    const idsOf = (mails: ReturnType<typeof mailsTo>) => mails.map(({ mail }) => mail.messageId ?? "");
    const isOver = async () => {
      if (new Set(idsOf(mailsTo(owner))).size < (scene.alerts ?? 0)) return false;
      const seen = await look();
      const ledgers = seen.map(({ ledger }) => typesOf(ledger));
      scene.meanwhile?.(ledgers, receivers);
      if (ledgers.some(({ length }) => length < scene.ledger.length)) return false;
      if (seen.some(({ runs }) => runs.some((run) => run.at(-1)?.type !== "RunEnded"))) return false;
      const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds });
      return waiting + running === 0 && (await place.killedAt()).length === failpoints.length;
    };
    let picture = "";
    const keepPicture = async () => {
      const reached = await place.killedAt();
      const types = (await look()).map(({ ledger, runs }) => typesOf([...ledger, ...runs.flat()]).join(" "));
      const open = await Promise.all(
        kinds.map(async (kind) => {
          const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds: [kind] });
          return `${kind} ${waiting} + ${running}`;
        }),
      );
      picture = [`killed at ${reached.join(" ")}`, `open: ${open.join(", ")}`, ...types].join("\n");
    };
    await until("all is done, and one was killed at each", async () => (await isOver()) || (await keepPicture()), {
      within: place.patience,
      every: 100,
      picture: () => picture,
    });
    await stop();
    const seen = await look();
    const mails = mailsTo(partner);
    return {
      killed: (await place.killedAt()).length,
      ledgers: seen.map(({ ledger }) => typesOf(ledger)),
      runs: seen.flatMap(({ runs }) => runs.map((run) => typesOf(run).filter((type) => !lost.has(type)))),
      covered: seen.map(({ runs }) => runs.flatMap(coveredBy)),
      mails: idsOf(mails),
      alerts: idsOf(mailsTo(owner)),
      calls: receivers.http.calls.map(({ headers }) => String(headers["idempotency-key"])),
      files: [...receivers.sftp.files.values()].map(({ length }) => length),
      uploads: receivers.sftp.requests.filter((words) => words.startsWith("RENAME ")).length,
      hashes: {
        made: (
          await filesMade(
            stores,
            seen.flatMap(({ runs }) => runs),
          )
        ).sort(),
        mailed: mails.flatMap(({ mail }) => mail.attachments.map(({ content }) => sha256(content))).sort(),
        uploaded: [...receivers.sftp.files.values()].map(sha256).sort(),
      },
    };
  } finally {
    await stop();
    await stores.close();
    await Promise.all([receivers.close(), store.close()]);
    await place.remove();
  }
};
