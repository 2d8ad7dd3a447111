import type { BrowserContext } from "playwright-core";
import type { ConsoleDeadJob } from "#domain/wire/support/console.ts";
import type {
  ConsoleMail,
  ConsoleOpenJob,
  ConsoleParked,
  ConsoleThrottledShop,
  ConsoleTroubledReport,
} from "#domain/wire/support/console-alerts.ts";
import type { SupportPerson } from "#tests/support/support-person.ts";

/** Rare faults, as the console's server would answer them. */

/** A time on the day of all scripted data, ISO UTC. */
export const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 20, 10, minutes)).toISOString();

const report = (id: string, title: string, standing: "failing" | "suspended", n: number): ConsoleTroubledReport => ({
  id,
  tenant: "t",
  title,
  standing,
  since: at(n),
  failedTries: standing === "suspended" ? 5 : 2,
  reason: "The FTP server refused the password.",
  runId: null,
});
export const reports = [
  report("a1", "Orders for the warehouse", "suspended", 3),
  report("a2", "Daily takings", "suspended", 12),
  report("a3", "Refunds of the week", "failing", 20),
];

const job = (id: string, kind: string, state: ConsoleOpenJob["state"], n: number): ConsoleOpenJob => ({
  id,
  kind,
  lane: "short",
  tenant: "t",
  state,
  dueAt: at(n),
  enqueuedAt: at(0),
  until: state === "running" || state === "pausing" ? at(40) : null,
  attempts: state === "later" ? 0 : 1,
});
export const jobs = [
  job("j1", "export", "overdue", 1),
  job("j2", "deliver-run", "running", 10),
  job("j3", "send-mail", "pausing", 12),
  job("j4", "look-at-automation", "later", 59),
];

export const parked: ConsoleParked = {
  id: "exports@7/exports/5b2f5c0e",
  readModel: "exports",
  version: 7,
  shown: true,
  collection: "exports",
  documentId: "5b2f5c0e-7a61-4c7d-9a41-0d4f6a6a2c11",
  tenant: null,
  eventType: "ExportFinished",
  eventId: "0d5a4a3e-1c2b-4d4f-9a6b-7c8d9e0f1a2b",
  stream: "export-5b2f5c0e-7a61-4c7d-9a41-0d4f6a6a2c11",
  at: at(4),
  reason: "Cannot read the number of rows.",
};

export const deadJob: ConsoleDeadJob = {
  id: "dead-export",
  kind: "export",
  tenant: "t",
  attempts: 8,
  diedAt: at(6),
  reason: "The store answered 500 for two hours.",
};

export const stuckMail: ConsoleMail = {
  id: "send-mail:m1",
  kind: "message to support",
  tenant: "t",
  about: "m1",
  at: at(6),
  outcome: "stuck",
  since: "2026-11-15T10:06:00.000Z",
  reason: "its certificate has expired",
  recipients: 1,
};

export const throttledShop: ConsoleThrottledShop = {
  id: "t",
  tenant: "t",
  shop: "aurora-demo",
  since: at(2),
  lastAt: at(9),
  reason: "The store platform lets Sheaf read no more at the moment.",
};

/** Gives a browser the session of a person signed in at the console. */
export const letIn = async (context: BrowserContext, url: string, person: SupportPerson): Promise<void> => {
  const [name = "", value = ""] = /sheaf-support=[\w-]+/.exec(person.cookie)?.[0].split("=") ?? [];
  await context.addCookies([{ name, value, url }]);
};

/** Answers a list or an item for the server. */
export const answerInPlace = async (
  context: BrowserContext,
  url: string,
  path: string,
  answer: unknown,
): Promise<void> => {
  await context.route(`${url}/support/api/${path}**`, (route) => {
    const count = Array.isArray(answer) ? answer.length : 0;
    return route.fulfill({
      json: answer,
      headers: { "content-range": `${path} 0-${Math.max(0, count - 1)}/${count}` },
    });
  });
};
