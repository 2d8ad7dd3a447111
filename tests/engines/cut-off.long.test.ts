import { afterEach, describe, expect, it, onTestFailed } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { readConfig } from "#infra/config/config.ts";
import { openStores } from "#infra/stores/open-stores.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { buildFrontend } from "#processes/pages/frontend-build.ts";
import { hasChromium } from "#tests/browser/support/chromium.ts";
import { createTempFolder } from "#tests/contract/support/temp-folder.ts";
import { createDesign, logIn, type Range, saveFilter, waitForExport } from "#tests/support/merchant.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { until } from "#tests/support/until.ts";
import { startFtp } from "../protocols/ftp-server.ts";
import { startHttp } from "../protocols/http-server.ts";
import { startSftp } from "../protocols/sftp-server.ts";
import { startSmtp } from "../protocols/smtp-server.ts";
import { embeddedSetUp } from "./acceptance/set-ups.ts";
import type { Receivers } from "./acceptance/two-days.ts";
import { answersIn, judgeAnswers, judgeEvents, ledgersOf, namesNow } from "./cut-off/judge.ts";
import { type Edited, workOnAndOn } from "./cut-off/load.ts";
import { startInTwo } from "./cut-off/processes.ts";
import { arrivals, type Group, received, startReports, testReports } from "./cut-off/reports.ts";
import { openScreen } from "./cut-off/screen.ts";
import { allDelivered, begun, minute, onOneFolder, patience, shop } from "./cut-off/two-lives.ts";
import { enginesOfFile, namedEngines } from "./engines-of-file.ts";
import { openOwnEvents } from "./eventstoredb/own-events.ts";
import { brokersAt, newPrefix } from "./kafka/support.ts";
import { ownMongoUrl } from "./mongodb/support.ts";
import { createProxy, type Trouble } from "./proxy.ts";
import { placeOf, through } from "./urls.ts";

/** The engine that is cut off, in the words of the web processes and of the page. */
const told = {
  EventStoreDB: { trouble: "saving", words: "Sheaf can't load or save anything right now." },
  MongoDB: { trouble: "showing", words: "Sheaf can't load or save anything right now." },
  Kafka: { trouble: "reports", words: "Reports and deliveries are waiting right now." },
} as const;
type Engine = keyof typeof told;

const named = namedEngines();
if (named.length > 0)
  console.log(`Nothing can cut off engines that ${named.join(" and ")} name, so this is not tested.`);
const { missing, engines } = await enginesOfFile();

describe.skipIf(missing || named.length > 0)("when each engine is unreachable for a minute under load", () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  const kept = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
    closing.push(() => thing.close());
    return thing;
  };
  const startReceivers = async (): Promise<Receivers> => ({
    smtp: kept(await startSmtp()),
    ftp: kept(await startFtp()),
    sftp: kept(await startSftp()),
    http: kept(await startHttp()),
  });
  const environmentFor = ({ smtp }: Receivers, demoNow: string) => ({
    DEMO_NOW: demoNow,
    ALLOW_PRIVATE_HOSTS: "true",
    RATE_LIMIT: "false",
    LOG_LEVEL: "error",
    SMTP_URL: `smtp://sheaf:word-of-ours@127.0.0.1:${smtp.port}`,
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const startProxies = async (urls: { events: string; documents: string }) => {
    const { proxied } = engines();
    if (!proxied) throw new Error("This Kafka can't be put behind a proxy.");
    return {
      EventStoreDB: kept(await createProxy(placeOf(urls.events))),
      MongoDB: kept(await createProxy(placeOf(urls.documents))),
      Kafka: kept(await createProxy(proxied, { port: proxied.advertised })),
    };
  };

  it("nothing is lost or repeated, pages name the problem, and all files match those of one folder", async () => {
    await buildFrontend("merchant", new AbortController().signal);
    const begin = performance.now();
    const seconds = () => Math.round((performance.now() - begin) / 1_000);
    const demoNow = new Date(Math.floor(Date.now() / minute) * minute).toISOString();
    const events = kept(await openOwnEvents(engines().eventStore));
    const urls = { events: events.url, documents: ownMongoUrl(engines().mongoUrl) };
    const proxies = await startProxies(urls);
    const receivers = await startReceivers();
    const ports: [number, number] = [await freePort(), await freePort()];
    const env = environmentFor(receivers, demoNow);
    const everything = await startInTwo({
      ports,
      env: {
        ...env,
        EVENTSTORE_URL: through(urls.events, proxies.EventStoreDB.port),
        MONGODB_URL: through(urls.documents, proxies.MongoDB.port),
        KAFKA_BROKERS: brokersAt(`127.0.0.1:${proxies.Kafka.port}`, newPrefix()),
      },
    });
    kept(everything);
    onTestFailed(() => console.log(everything.said()));
    const areReady = () => Promise.all(everything.all.map(({ process }) => process.isReady(patience)));
    await areReady();
    console.log(`${everything.all.length} processes were ready after ${seconds()} s.`);

    const [url] = everything.urls;
    const merchant = await logIn({ url }, shop, { patience, insists: true });
    const { client } = merchant;
    const wanted = await begun(merchant);
    const design = await createDesign(merchant);
    const filter = await saveFilter(merchant, {
      ...{ financial_status: 0, fulfillment_status: 0, order_status: 0 },
      sievers: {},
    });
    const automation = await client.data<AutomationOnWire>("POST", "automations/create-new", {
      report_filter_id: filter.id,
    });
    const edited: Edited[] = [
      { kind: "Design", path: "reports/update", save: (title) => ({ ...design, title }) },
      { kind: "Filter", path: "filters/update-filter", save: (title) => ({ ...filter, title }) },
      { kind: "Automated", path: "automations/update-automation", save: (title) => ({ ...automation, title }) },
    ];
    const range: Range = { kind: "custom", from: "2026-03-01", to: "2026-03-07" };
    let during = "nothing";
    const enough = new AbortController();
    const loading = workOnAndOn({
      urls: everything.urls,
      token: () => client.token() ?? "",
      edited,
      wanted: { ...wanted, range },
      during: () => during,
      signal: enough.signal,
    });
    closing.push(async () => enough.abort());
    // It is awaited at the end; until then nobody would hear of it.
    let broke: unknown;
    loading.catch((error: unknown) => {
      broke = error;
    });

    const screen = hasChromium() ? kept(await openScreen(merchant)) : undefined;
    const groups: Group[] = [];
    onTestFailed(async () => console.log(ledgersOf(await events.everyEvent(), groups)));
    const cutOff = async (name: Engine, trouble: Trouble) => {
      const group = await startReports(merchant, receivers, { name, ...wanted });
      const { at } = group;
      groups.push(group);
      const before = arrivals(receivers);
      await testReports(merchant, group);
      if (Date.now() >= at) throw new Error("The machine is too busy: the slot came before its reports were tested.");
      // Others of them are on their way.
      await until("the first test is delivered", () => arrivals(receivers) > before, { within: patience, every: 2 });
      const since = Date.now();
      await proxies[name].set(trouble);
      during = name;
      await screen?.says(told[name].words, minute - 5_000);
      const hasLasted = (ms: number) => () => {
        if (broke) throw broke;
        return Date.now() - since >= ms;
      };
      await until("half of the minute is over", hasLasted(minute / 2), { within: minute });
      for (const { module, process } of everything.all)
        expect((await process.ask("/healthz/live"))?.status, module).toBe(200);
      const whole = Math.max(minute, at + 5_000 - since);
      await until("the minute is over", hasLasted(whole), { within: 2 * minute });
      await proxies[name].set({ kind: "none" });
      during = `after ${name}`;
      const back = Date.now();
      const slots = Math.round((at - since) / 1_000);
      await Promise.all([areReady(), screen?.isWell(told[name].words)]);
      const well = ((Date.now() - back) / 1_000).toFixed(1);
      console.log(
        `${name} was away for ${Math.round((back - since) / 1_000)} s (${trouble.kind}), slots fell due after ${slots} s, all processes were well ${well} s after it.`,
      );
    };
    await cutOff("EventStoreDB", { kind: "refused" });
    await cutOff("MongoDB", { kind: "silent" });
    await cutOff("Kafka", { kind: "refused" });
    await allDelivered(merchant, receivers, groups);
    during = "nothing any more";
    enough.abort();
    const load = await loading;
    for (const id of load.exports) await waitForExport(merchant, id, patience);
    console.log(
      `Settled after ${seconds()} s. ${JSON.stringify({ well: load.well, slowest: load.slowest, refused: answersIn(load), troubles: Object.fromEntries(Object.entries(load.troubles).map(([at, seen]) => [at, [...seen]])) }, undefined, 1)}`,
    );

    judgeAnswers(load);
    for (const [engine, { trouble }] of Object.entries(told)) expect(load.troubles[engine], engine).toContain(trouble);
    const folder = await createTempFolder();
    closing.push(folder.remove);
    const direct = { EVENTSTORE_URL: urls.events, MONGODB_URL: urls.documents };
    const stores = kept(
      await openStores({
        config: readConfig({ ...env, DATA_DIR: folder.path, ...direct }),
        clock: createSystemClock(),
        readModels: "none",
      }),
    );
    const exported = await judgeEvents(stores.eventStore, load, groups);
    expect(await stores.workQueue.listDead(10)).toEqual([]);
    await expect
      .poll(() => namesNow(merchant, { design, filter, automation }))
      .toEqual(edited.map(({ kind }) => load.saved[kind]?.at(-1)));
    await expect.poll(() => client.data("GET", "instrumentation/troubles")).toEqual([]);
    const facts = await received(receivers, merchant, groups);
    const endedBefore = everything.all.filter(({ process }) => process.child.exitCode !== null);
    expect(endedBefore.map(({ module }) => module)).toEqual([]);
    await everything.end();

    const others = await startReceivers();
    const setUp = await embeddedSetUp({ ports, env: environmentFor(others, demoNow) });
    closing.push(setUp.remove);
    onTestFailed(() => console.log(setUp.said()));
    const reference = await onOneFolder(setUp, others, { groups, range });
    expect(facts).toEqual(reference.facts);
    expect([...exported]).toEqual([reference.exported]);
    console.log(
      `${load.exports.length} exports and ${facts.length} deliveries were the same files as on one folder, after ${seconds()} s.`,
    );
  }, 1_800_000);
});
