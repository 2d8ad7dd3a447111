import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse, { desktopConfig, type Result } from "lighthouse";
import { DestinationKind, FinancialStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { hasChromium, launchProfile } from "#tests/browser/support/chromium.ts";
import { nowhere } from "#tests/support/automation-on-wire.ts";
import { logIn, type Merchant, saveFilter } from "#tests/support/merchant.ts";
import { freePort, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, median, numberAfter } from "./measure.ts";

/** Points of 100. */
const leastPerformance = 90;
const leastOthers = 100;
const mostShift = 0.02;

type Device = "desktop" | "mobile";
type Visit = { name: string; path: string; device: Device };

/** What Lighthouse says of one visit. */
type Verdict = Record<"performance" | "accessibility" | "best-practices" | "messages" | "unused", number>;

/** Fills a shop as its first day does, and lists its pages. */
const pagesOf = async (merchant: Merchant): Promise<Visit[]> => {
  const { client } = merchant;
  const design = await client.data<{ id: string }>("POST", "reports/create-new", { Starter: "OrderLines" });
  await client.data("POST", "reports/create-new", { Starter: "Accounting" });
  const filter = await saveFilter(merchant, {
    ...{ financial_status: FinancialStatus.paid, fulfillment_status: 0, order_status: 0, sievers: {} },
  });
  const made = await client.data<AutomationOnWire>("POST", "automations/create-new");
  const to = { ToMail: "books@accounting.example", FromName: "Aurora", FromMail: "", Subject: "Orders" };
  const report = await client.data<AutomationOnWire>("PUT", "automations/update-automation", {
    ...{ ...made, title: "Accounting, every morning", report_id: design.id, report_filter_id: filter.id },
    ReportDestination: {
      ...nowhere,
      ...{ Destination: DestinationKind.Email, Email: { ...to, SendAsLink: false, CustomMessage: "" } },
    },
  });
  return [
    ["Reports", "/Reports"],
    ["Live", "/Live"],
    ["Manager", "/Manager"],
    ["report designer", `/Report/Design/${design.id}`],
    ["filter editor", `/Filters/Edit/${filter.id}`],
    ["Automation", "/Automation"],
    ["automated report", `/Automation/Edit/${report.id}`],
    ["its history", `/Automation/History/${report.id}`],
    ["Configuration", "/Configuration"],
    ["Plan", "/Plan"],
    ["Contact Us", "/ContactUs"],
    ["columns", "/Data/Columns"],
    ["legal documents", "/Documents"],
  ].map(([name = "", path = ""]) => ({ name, path, device: "desktop" }));
};

const itemsOf = ({ audits }: Result, audit: string): number => {
  const details = audits[audit]?.details;
  return details !== undefined && "items" in details ? details.items.length : 0;
};

const pointsOf = ({ categories }: Result, category: string): number =>
  Math.round((categories[category]?.score ?? Number.NaN) * 100);

/** A visit with an empty cache. The page keeps its login. */
const visit = async (port: number, origin: string, { path, device }: Visit, flags: object): Promise<Result> => {
  const given = { port, disableStorageReset: true, logLevel: "error", ...flags } as const;
  const ran = await lighthouse(origin + path, given, device === "desktop" ? desktopConfig : undefined);
  if (ran === undefined || ran.lhr.runtimeError) throw new Error(ran?.lhr.runtimeError?.message ?? "No result.");
  return ran.lhr;
};

const judge = async (port: number, origin: string, one: Visit): Promise<Verdict> => {
  const result = await visit(port, origin, one, { onlyCategories: ["performance", "accessibility", "best-practices"] });
  for (const { id, score, title } of Object.values(result.audits))
    if (score !== null && score < 1 && isJudged(result, id)) console.log(`  ${one.name}, ${one.device}: ${title}`);
  return {
    performance: pointsOf(result, "performance"),
    accessibility: pointsOf(result, "accessibility"),
    "best-practices": pointsOf(result, "best-practices"),
    messages: itemsOf(result, "errors-in-console") + itemsOf(result, "inspector-issues"),
    unused: (result.audits["unused-javascript"]?.details as { overallSavingsBytes?: number })?.overallSavingsBytes ?? 0,
  };
};

/** Returns whether an audit counts for accessibility or best practices. */
const isJudged = ({ categories }: Result, audit: string): boolean =>
  ["accessibility", "best-practices"].some((name) =>
    categories[name]?.auditRefs.some(({ id, weight }) => id === audit && weight > 0),
  );

/** The layout shift on a machine and a line that are slow indeed. Lighthouse only computes what else they would cost. */
const shiftOf = async (port: number, origin: string, one: Visit): Promise<number> => {
  const result = await visit(port, origin, one, {
    ...{ throttlingMethod: "devtools", onlyAudits: ["cumulative-layout-shift"] },
    throttling: { rttMs: 40, throughputKbps: 10_240, requestLatencyMs: 40, cpuSlowdownMultiplier: 4 },
  });
  return result.audits["cumulative-layout-shift"]?.numericValue ?? Number.NaN;
};

const figuresOf = async (port: number, origin: string, one: Visit): Promise<Figure[]> => {
  const verdicts: Verdict[] = [];
  for (let round = 0; round < numberAfter("--rounds", 3); round += 1) verdicts.push(await judge(port, origin, one));
  const shift = await shiftOf(port, origin, one);
  const name = (what: string) => `${one.name}, ${one.device}: ${what}`;
  const middle = (what: keyof Verdict) => median(verdicts.map((verdict) => verdict[what]));
  const points = (what: keyof Verdict, least: number): Figure => ({
    ...{ name: name(what.replace("-", " ")), value: middle(what), unit: "points" },
    goal: { text: `at least ${least}`, met: middle(what) >= least },
  });
  return [
    points("performance", leastPerformance),
    points("accessibility", leastOthers),
    points("best-practices", leastOthers),
    {
      ...{ name: name("layout shift, throttled"), value: shift, unit: "" },
      goal: { text: `at most ${mostShift}`, met: shift <= mostShift },
    },
    {
      ...{ name: name("messages in the console"), value: middle("messages"), unit: "" },
      goal: { text: "none", met: middle("messages") === 0 },
    },
    { name: name("script that it doesn't use"), value: middle("unused") / 1_000, unit: "kB" },
  ];
};

/** Lighthouse's points of the log-in page and of a shop's pages. */
export const run = async (): Promise<Figure[]> => {
  if (!hasChromium()) return [];
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" }, readyWithin: 300_000 });
  const folder = await mkdtemp(join(tmpdir(), "sheaf-lighthouse-"));
  const port = await freePort();
  const browser = await launchProfile(folder, port);
  try {
    const logins = (["mobile", "desktop"] as const).map((device) => ({ name: "log-in", path: "/Login", device }));
    const figures: Figure[] = [];
    for (const one of logins) figures.push(...(await figuresOf(port, sheaf.url, one)));
    const merchant = await logIn(sheaf, "aurora-demo");
    const visits = await pagesOf(merchant);
    const page = await browser.newPage();
    await page.goto(`${sheaf.url}/favicon.svg`);
    await page.evaluate(
      ([token, account]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", account ?? "");
      },
      [merchant.client.token() ?? "", JSON.stringify(merchant.account)],
    );
    for (const one of visits) figures.push(...(await figuresOf(port, sheaf.url, one)));
    return figures;
  } finally {
    await browser.close();
    await sheaf.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
