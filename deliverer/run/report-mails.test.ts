import { afterEach, expect, it } from "vitest";
import { readMails } from "#application/mails/sent.ts";
import { DestinationKind, WebhookMethod } from "#domain/enumerations.ts";
import { startHttp } from "#tests/protocols/http-server.ts";
import { startSmtp } from "#tests/protocols/smtp-server.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const byEmail = {
  kind: DestinationKind.Email,
  recipients: ["ann@partner.example", "bob@partner.example"],
  fromName: "",
  replyTo: "",
  subject: "",
  message: "",
  asLink: false,
} as const;
const seenBy = async ({ deps }: Awaited<ReturnType<typeof setUpDeliverer>>) =>
  readMails({ state: deps.stateStore, clock: deps.clock }, tenant);

it("support sees a report's mail with how many it went to, and no address", async () => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  const mail = { id: `report:${run.runId}`, kind: "report", about: run.runId, recipients: 2 };
  server.fault = "refuse";
  await sheaf.work();
  const since = sheaf.clock.wall().toISOString();
  const reason = "it broke off the connection";
  expect(await seenBy(sheaf)).toEqual([{ ...mail, tenant, outcome: "waiting", reason, at: since, since }]);
  sheaf.clock.advance(3_600_000);
  await sheaf.again(run.job);
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ ...mail, outcome: "waiting", since }]);
  server.fault = "none";
  await sheaf.again(run.job);
  await sheaf.work();
  const mails = await seenBy(sheaf);
  expect(mails).toMatchObject([{ ...mail, outcome: "sent", reason: null, since: null }]);
  expect(JSON.stringify(mails)).not.toContain("@");
});

it("support sees that a report's mail has failed once it isn't tried any more", async () => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  server.fault = "refuse";
  await sheaf.work();
  sheaf.clock.advance(2 * 3_600_000 + 1);
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "failed", since: null }]);
});

it.each([
  ["spam", "slot"],
  ["refuse", "test"],
] as const)("a mail that meets %s in a run of cause %s doesn't wait for our mail server", async (fault, cause) => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] }, { cause });
  server.fault = fault;
  await sheaf.work();
  expect(await seenBy(sheaf)).toMatchObject([{ outcome: "failed", since: null }]);
});

it("a report that goes elsewhere is no mail", async () => {
  const server = await startHttp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer();
  await sheaf.givenRunTo({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${server.origin}/hook` });
  await sheaf.work();
  expect(await seenBy(sheaf)).toEqual([]);
});
