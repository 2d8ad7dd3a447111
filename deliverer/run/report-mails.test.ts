import { afterEach, expect, it } from "vitest";
import { DestinationKind, WebhookMethod } from "#domain/enumerations.ts";
import { readMails } from "#infra/app/mails/sent.ts";
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

it("support sees each try of a report's mail with how many it went to, and no address", async () => {
  const server = await startSmtp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer({ mail: server.mail });
  const run = await sheaf.givenRunTo({ ...byEmail, recipients: [...byEmail.recipients] });
  server.fault = "refuse";
  await sheaf.work();
  server.fault = "none";
  await sheaf.again(run.job);
  await sheaf.work();
  const mails = await seenBy(sheaf);
  expect(mails).toMatchObject([
    { id: `report:${run.runId}:1`, kind: "report", about: run.runId, outcome: "failed", recipients: 2 },
    { id: `report:${run.runId}:2`, kind: "report", about: run.runId, outcome: "sent", recipients: 2 },
  ]);
  expect(JSON.stringify(mails)).not.toContain("@");
});

it("a report that goes elsewhere is no mail", async () => {
  const server = await startHttp();
  closing.push(server.close);
  const sheaf = await setUpDeliverer();
  await sheaf.givenRunTo({ kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: `${server.origin}/hook` });
  await sheaf.work();
  expect(await seenBy(sheaf)).toEqual([]);
});
