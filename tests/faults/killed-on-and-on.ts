import { createHash } from "node:crypto";
import { createDemoStore, type DemoStore } from "#demo-store/create-demo-store.ts";
import type { LedgerEvent } from "#domain/ledger/events.ts";
import type { RunEvent } from "#domain/run/events.ts";
import type { Period } from "#domain/schedule/schedule.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { openStores, type Stores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { allOf } from "#tests/support/all-of.ts";
import { until } from "#tests/support/until.ts";
import { borealis, type GivenShop, givenShop, owner, partner, type Receivers, startReceivers } from "./due-reports.ts";
import { type EarlierDays, earlierDays } from "./earlier-days.ts";
import { type FolderPlace, inOneFolder, type Place } from "./place.ts";

const hour = 3_600_000;

/** Where reports are created before anything runs. The shop's clock is 50 hours behind. */
export type Given = { shop: GivenShop; days: EarlierDays; receivers: Receivers; store: DemoStore };

export type Scene = {
  /** The demo store's shop; default: `borealis-demo`. */
  shop?: string;
  /** Makes reports; answers their ids. */
  given(world: Given): Promise<string[]>;
  /** Called from time to time with each report's ledger so far. */
  meanwhile?(ledgers: readonly (readonly string[])[], receivers: Receivers): void;
  /** Events in each report's ledger, in order. */
  ledger: readonly string[];
  /** Final events of each run. */
  run: readonly string[];
  /** E-mails that tell the owner of a suspension; default: none. */
  alerts?: number;
};

export type Seen = {
  /** Failpoints at which a process was killed. */
  killed: number;
  ledgers: string[][];
  /** Events of all runs that began, without those of lost attempts. */
  runs: string[][];
  /** The claimed period of each delivered file, by report. */
  covered: Period[][];
  /** Message-IDs of e-mails with a report, and of those that tell the owner. */
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
const kinds = ["advance-run", "choose-lane", "export", "deliver-run", "mail-run", "send-mail"];

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

/** A shop whose reports no process executes yet, with receivers and its own platform. */
const openWorld = async <P extends Place>(shopName: string | undefined, place: P, platform: Platform) => {
  const receivers = await startReceivers();
  const store = createDemoStore({ demoNow: platform.demoNow });
  const origin = await store.listen(platform.port);
  const stores = await openStores({ config: place.config, clock: createSystemClock(), readModels: "none" });
  let stop = async (): Promise<void> => undefined;
  const close = async (): Promise<void> => {
    await stop();
    await stores.close();
    await Promise.all([receivers.close(), store.close()]);
    await place.remove();
  };
  try {
    await stores.check();
    const clock = createFakeClock(new Date(Date.now() - 50 * hour));
    const shop = await givenShop(stores, origin, { ...borealis, ...(shopName && { shop: shopName }) }, clock);
    const given: Given = { shop, days: earlierDays(stores, origin, shop), receivers, store };
    const settings = {
      STORE_URL_TEMPLATE: `${origin}/{shop}`,
      SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${receivers.smtp.port}`,
      ALLOW_PRIVATE_HOSTS: "true",
      BULK_FROM_ORDERS: "100000000",
    };
    return {
      place,
      stores,
      given,
      /** Starts two of each process. */
      start: async (failpoints: readonly string[]): Promise<void> => {
        stop = await place.run(settings, failpoints);
      },
      stop: () => stop(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
type World = Awaited<ReturnType<typeof openWorld>>;

/** Where to look for a report's events: `before` of them were in its ledger when it was given. */
type Followed = { id: string; before: number };

const typesOf = (events: readonly { type: string }[]) => events.map(({ type }) => type);
const mailsTo = ({ given }: World, address: string) =>
  given.receivers.smtp.arrived.filter(({ to }) => to.includes(address));
const idsOf = (mails: ReturnType<typeof mailsTo>) => mails.map(({ mail }) => mail.messageId ?? "");
const look = ({ stores }: World, followed: readonly Followed[]) =>
  Promise.all(followed.map(({ id, before }) => read(stores, id, before)));

/** Waits until nothing is left to do and a process was killed at each of these moments. */
const followToTheEnd = async (
  world: World,
  followed: readonly Followed[],
  scene: Scene,
  deaths: { wanted: number; killedAt(): Promise<string[]> },
): Promise<void> => {
  const { stores, place, given } = world;
  const isOver = async () => {
    if (new Set(idsOf(mailsTo(world, owner))).size < (scene.alerts ?? 0)) return false;
    const seen = await look(world, followed);
    const ledgers = seen.map(({ ledger }) => typesOf(ledger));
    scene.meanwhile?.(ledgers, given.receivers);
    if (ledgers.some(({ length }) => length < scene.ledger.length)) return false;
    if (seen.some(({ runs }) => runs.some((run) => run.at(-1)?.type !== "RunEnded"))) return false;
    const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds });
    return waiting + running === 0 && (await deaths.killedAt()).length === deaths.wanted;
  };
  let picture = "";
  const keepPicture = async () => {
    const reached = await deaths.killedAt();
    const types = (await look(world, followed)).map(({ ledger, runs }) =>
      typesOf([...ledger, ...runs.flat()]).join(" "),
    );
    const open = await Promise.all(
      kinds.map(async (kind) => {
        const { waiting, running } = await stores.workQueue.countOpen({ tenant: borealis.tenant, kinds: [kind] });
        return `${kind} ${waiting} + ${running}`;
      }),
    );
    picture = [`killed at ${reached.join(" ")}`, `open: ${open.join(", ")}`, ...types].join("\n");
  };
  await until(
    "everything is done, and one was killed at each moment",
    async () => (await isOver()) || (await keepPicture()),
    {
      within: place.patience,
      every: 100,
      picture: () => picture,
    },
  );
};

const seenOf = async (world: World, followed: readonly Followed[], killed: number): Promise<Seen> => {
  const { stores, given } = world;
  const { http, sftp } = given.receivers;
  const seen = await look(world, followed);
  const mails = mailsTo(world, partner);
  const made = await filesMade(
    stores,
    seen.flatMap(({ runs }) => runs),
  );
  return {
    killed,
    ledgers: seen.map(({ ledger }) => typesOf(ledger)),
    runs: seen.flatMap(({ runs }) => runs.map((run) => typesOf(run).filter((type) => !lost.has(type)))),
    covered: seen.map(({ runs }) => runs.flatMap(coveredBy)),
    mails: idsOf(mails),
    alerts: idsOf(mailsTo(world, owner)),
    calls: http.calls.map(({ headers }) => String(headers["idempotency-key"])),
    files: [...sftp.files.values()].map(({ length }) => length),
    uploads: sftp.requests.filter((words) => words.startsWith("RENAME ")).length,
    hashes: {
      made: made.sort(),
      mailed: mails.flatMap(({ mail }) => mail.attachments.map(({ content }) => sha256(content))).sort(),
      uploaded: [...sftp.files.values()].map(sha256).sort(),
    },
  };
};

/**
 * Runs a scene with two schedulers, two exporters and two deliverers. One of them is killed at each of these moments
 * and comes back. Returns the state when nothing is left to do.
 */
export const killOneAtEach = async (
  failpoints: readonly string[],
  scene: Scene,
  {
    at = inOneFolder,
    platform = { port: 0, demoNow: new Date() },
  }: { at?: () => Promise<Place>; platform?: Platform } = {},
): Promise<Seen> => {
  const world = await openWorld(scene.shop, await at(), platform);
  const { stores, place } = world;
  try {
    const ids = await scene.given(world.given);
    const followed = await Promise.all(
      ids.map(async (id) => ({ id, before: (await stores.eventStore.readStream(`automation-${id}`)).length })),
    );
    await world.start(failpoints);
    await followToTheEnd(world, followed, scene, { wanted: failpoints.length, killedAt: place.killedAt });
    await world.stop();
    return await seenOf(world, followed, (await place.killedAt()).length);
  } finally {
    await world.close();
  }
};

/**
 * One scene again and again, each time with new reports and a death at another of these moments, while the same
 * processes run on: to start six of them takes most of what a case takes. The scene tells of no earlier days. After a
 * case that failed all is started again.
 */
export const createKillsInTurn = (failpoints: readonly string[], scene: Scene) => {
  let open: (World & { place: FolderPlace }) | undefined;
  const begin = async () => {
    const world = await openWorld(scene.shop, await inOneFolder(), { port: 0, demoNow: new Date() });
    open = world;
    await world.place.disarm(failpoints);
    await world.start(failpoints);
    return world;
  };
  const close = async (): Promise<void> => {
    const world = open;
    open = undefined;
    await world?.close();
  };
  return {
    see: async (failpoint: string): Promise<Seen> => {
      try {
        const world = open ?? (await begin());
        const { smtp, http, sftp } = world.given.receivers;
        for (const kept of [smtp.arrived, http.calls, sftp.requests]) kept.length = 0;
        sftp.files.clear();
        await world.place.arm(failpoint);
        const followed = (await scene.given(world.given)).map((id) => ({ id, before: 0 }));
        const killedAt = () => world.place.hasKilledAt([failpoint]);
        await followToTheEnd(world, followed, scene, { wanted: 1, killedAt });
        return await seenOf(world, followed, (await killedAt()).length);
      } catch (error) {
        await close();
        throw error;
      }
    },
    close,
  };
};
