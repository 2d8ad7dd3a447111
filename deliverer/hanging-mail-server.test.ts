import { setImmediate } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { deliverLane, deliverRunJob, mailRunKind } from "#application/jobs/deliver-run-job.ts";
import { completed } from "#application/jobs/job.ts";
import { runJobs } from "#application/jobs/run-jobs.ts";
import { DestinationKind, WebhookMethod } from "#domain/enumerations.ts";
import { createSmtpCircuitBreaker } from "#infra/mail/smtp-circuit-breaker.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";
import { givenFinishedRun } from "#tests/support/delivering.ts";
import { until } from "#tests/support/until.ts";
import { delivererJobs } from "./jobs.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it("20 e-mails to a hanging mail server don't delay 20 webhooks of the same shop", async () => {
  const [smtp, hooks] = await Promise.all([startSmtp(undefined, { patience: { stopMs: 0 } }), startHttp()]);
  closing.push(smtp.close, hooks.close);
  smtp.fault = "hang";
  const { deps, ports, clock, givenReport } = await setUpDeliverer({ mail: smtp.mail });
  const words = { fromName: "", replyTo: "", subject: "", message: "", asLink: false };
  const byMail = await givenReport({ kind: DestinationKind.Email, recipients: ["ann@partner.example"], ...words });
  const byHook = await givenReport({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: hooks.origin });
  const enqueue = async (automationId: string) => {
    const run = await givenFinishedRun(ports, { tenant, automationId });
    await deps.queue.enqueue(deliverRunJob(run.job, clock.now(), { byMail: automationId === byMail }));
  };
  for (let n = 0; n < 20; n += 1) await enqueue(byMail);
  for (let n = 0; n < 20; n += 1) await enqueue(byHook);

  const stop = new AbortController();
  const { acquirePermit } = createSmtpCircuitBreaker({ clock });
  const jobs = delivererJobs(deps, { acquirePermit, mailConnections: 8 });
  const { queue, log } = deps;
  const working = runJobs({ queue, clock, log, worker: "w", ...jobs, signal: stop.signal });
  closing.unshift(async () => {
    stop.abort(new Error("The test is over."));
    await working;
  });
  await until("all webhooks were called", () => hooks.calls.length === 20);
  expect(smtp.arrived).toEqual([]);
});

it("e-mails of many shops that fall due together open no more connections than allowed", async () => {
  const { deps, clock } = await setUpDeliverer();
  const { queue, log } = deps;
  for (let n = 0; n < 100; n += 1)
    await queue.enqueue({
      id: `mail-${n}`,
      kind: mailRunKind,
      lane: deliverLane,
      tenant: `shop-${n}`,
      dueAt: clock.now(),
      payload: {},
    });
  let [sent, open, most] = [0, 0, 0];
  const send = async () => {
    open += 1;
    most = Math.max(most, open);
    await setImmediate();
    open -= 1;
    sent += 1;
    return completed;
  };
  const { lanes, claims } = delivererJobs(deps, { acquirePermit: async () => () => undefined, mailConnections: 3 });
  const stop = new AbortController();
  const handlers = { [mailRunKind]: { run: send } };
  const working = runJobs({ queue, clock, log, worker: "w", lanes, claims, handlers, signal: stop.signal });
  closing.unshift(async () => {
    stop.abort(new Error("The test is over."));
    await working;
  });
  await until("all e-mails were sent", () => sent === 100);
  expect(most).toBe(3);
});
