import type { BrowserContext } from "playwright-core";
import { alertDefinitions } from "#domain/console/alerts.ts";
import type { ConsoleAlerts } from "#domain/wire/support/console-alerts.ts";
import type { ConsoleGiven } from "#tests/support/console-given.ts";
import type { StartedSheaf } from "#tests/support/start-sheaf.ts";
import { type SupportPerson, signInAtConsole } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { answerInPlace, at, deadJob, jobs, letIn, parked, reports } from "../browser/support/scripted-console.ts";

/** A page of the support console: `shown` is there when the page is; `answers` take the place of the server's, so that there is something to see. */
export type ConsolePage = {
  path: string | ((given: ConsoleGiven) => string);
  shown: string;
  signedOut?: true;
  /** Lists and items, by their path. */
  answers?: Readonly<Record<string, unknown>>;
  /** Saved views of its list, by name, with their filters. */
  views?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Opened by its name once the page is there. */
  button?: string | RegExp;
};

const counts: Readonly<Record<string, number>> = {
  "suspended-reports": 2,
  "failing-reports": 3,
  "dead-jobs": 1,
  "parked-documents": 1,
};
const troubled: ConsoleAlerts = {
  lookedAt: at(30),
  signs: alertDefinitions.map(({ name }, n) => {
    const count = counts[name] ?? 0;
    return { id: name, count, since: count === 0 ? null : at(n) };
  }),
};
const well: ConsoleAlerts = {
  lookedAt: at(30),
  signs: alertDefinitions.map(({ name }) => ({ id: name, count: 0, since: null })),
};

const ofShop =
  (page: string) =>
  ({ shop }: ConsoleGiven) =>
    `shops/${shop}/${page}`;

/** Every page of the console with its own look, by name. */
export const consolePages: Readonly<Record<string, ConsolePage>> = {
  "console-login": { path: "login", shown: "Support console", signedOut: true },
  "console-signs": { path: "", shown: "Check again", answers: { signs: troubled } },
  "console-signs-well": { path: "", shown: "Nothing needs attention right now.", answers: { signs: well } },
  "console-shops": { path: "shops", shown: "aurora-demo" },
  "console-shop": { path: ofShop("show"), shown: "aurora-demo" },
  "console-act-tier": { path: ofShop("show"), shown: "aurora-demo", button: "Change tier" },
  "console-act-quota": { path: ofShop("show"), shown: "aurora-demo", button: "Change quotas" },
  "console-act-flag": { path: ofShop("show"), shown: "aurora-demo", button: "Change flag" },
  "console-act-impersonate": { path: ofShop("show"), shown: "aurora-demo", button: "See as the merchant" },
  "console-story": { path: ofShop("story"), shown: "Story of aurora-demo" },
  "console-event": {
    path: ({ event }) => `happenings/${encodeURIComponent(event)}/show`,
    shown: "Metadata",
  },
  "console-as-of": {
    path: ({ shop, before }) => `shops/${shop}/as-of?at=${before}`,
    shown: "Configuration",
    button: /changed since$/,
  },
  "console-search": { path: ({ request }) => `search?q=${request}`, shown: "Event of this request · aurora-demo" },
  "console-search-title": { path: "search?q=takings", shown: "Automated report · aurora-demo" },
  "console-search-order": { path: "search?q=%231001", shown: "Search" },
  "console-exports": { path: "exports", shown: "Exports" },
  "console-export": { path: ({ exported }) => `exports/${exported}/show`, shown: "aurora-demo" },
  "console-act-keep": {
    path: ({ exported }) => `exports/${exported}/show`,
    shown: "aurora-demo",
    button: "Keep longer",
  },
  "console-export-made-of": { path: ({ exported }) => `exports/${exported}/made-of`, shown: "Configuration" },
  "console-automations": { path: "automations", shown: "Daily takings" },
  "console-automation": { path: ({ automation }) => `automations/${automation}/show`, shown: "Daily takings" },
  "console-act-restart": {
    path: ({ automation }) => `automations/${automation}/show`,
    shown: "Daily takings",
    button: "Restart",
  },
  "console-runs": { path: "runs", shown: "Runs" },
  "console-run": { path: ({ run }) => `runs/${run}/show`, shown: "aurora-demo" },
  "console-run-made-of": { path: ({ run }) => `runs/${run}/made-of`, shown: "Back to the run" },
  "console-webhooks": { path: "webhooks", shown: "customers/data_request" },
  "console-mails": { path: "mails", shown: "1-2 of 2" },
  "console-impersonations": { path: "impersonations", shown: "1-1 of 1" },
  "console-impersonation": {
    path: ({ look }) => `impersonations/${look}/show`,
    shown: "Their report of yesterday is empty.",
  },
  "console-measures": { path: "measures", shown: "Lags and disks" },
  "console-dead-job": {
    path: "dead-jobs/dead-export/show",
    shown: "The store answered 500 for two hours.",
    answers: { "dead-jobs": deadJob },
    button: "Drop job",
  },
  "console-dead-jobs-none": {
    path: "dead-jobs",
    shown: "No job was given up. All is well.",
    answers: { "dead-jobs": [] },
  },
  "console-reports-in-trouble": {
    path: "troubled-reports",
    shown: "Daily takings",
    answers: { "troubled-reports": reports },
  },
  "console-open-jobs": { path: "open-jobs", shown: "1-4 of 4", answers: { "open-jobs": jobs } },
  "console-parked": { path: "parked", shown: "1-1 of 1", answers: { parked: [parked] } },
  "console-audit-log": { path: "console-acts", shown: "Audit log" },
  "console-views": {
    path: "exports",
    shown: "Exports",
    views: { Default: { status: "failed" }, "Made by merchants": { trigger: "manual" } },
    button: "Filters and views",
  },
};

/** The support person in the pictures of the console, created once. */
export const signInForPictures = async (sheaf: StartedSheaf, url: string): Promise<SupportPerson> => {
  const asPage = { headers: { accept: "text/html" } };
  await until("the console is built", async () => (await fetch(`${url}/support/`, asPage)).status === 200, {
    within: 240_000,
  });
  return signInAtConsole(sheaf, url, "agent-demo");
};

/** Lets a browser in as that person, and has it answered as a page of the pictures wants. */
export const enterConsole = async (
  context: BrowserContext,
  url: string,
  person: SupportPerson,
  { path, signedOut, answers = {}, views = {} }: ConsolePage,
): Promise<void> => {
  if (!signedOut) await letIn(context, url, person);
  for (const [asked, answer] of Object.entries(answers)) await answerInPlace(context, url, asked, answer);
  const sort = { field: "createdAt", order: "DESC" };
  const saved = Object.entries(views).map(([label, filter]) => ({
    label,
    value: { filter, sort, perPage: 25, displayedFilters: {} },
  }));
  await context.addInitScript(
    ([key, value]) => localStorage.setItem(key ?? "", value ?? ""),
    [`RaStoreSheafSupport.${String(path)}.savedQueries`, JSON.stringify(saved)],
  );
};
