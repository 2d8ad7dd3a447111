import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveDestination } from "#application/deliveries/resolve-destination.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { createServerKeys } from "#infra/destinations/sftp/server-keys.ts";
import { givenMerchantWithReport } from "./merchant-with-report.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** The secret that signs webhooks (docs/webhooks.md), and server keys that were changed on purpose (ADR 74). */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

const webhook = { Destination: 2, Webhook: { Method: 1, Url: "https://hooks.example.com/in" } };
const sftp = {
  Destination: 1,
  Ftp: { HostName: "ftp.partner.example", DirectoryPath: "", Username: "quill", Password: "quill", FtpProtocol: 2 },
};
let shops = 0;
const given = async (ReportDestination: object) => {
  shops += 1;
  const { merchant: one, automation: made } = await givenMerchantWithReport(workspace, `keys-${shops}`);
  const { id } = made;
  const saved = await one.call("PUT", "automations/update-automation", { ...made, ReportDestination });
  expect(saved.envelope.ErrorMessage).toBe(null);
  return {
    ...one,
    id,
    secret: () => one.call<string>("GET", `automations/webhook-secret/${id}`),
    renew: (headers: Record<string, string> = {}) =>
      one.call<string>("POST", "automations/new-webhook-secret", id, headers),
    forget: (headers: Record<string, string> = {}) => one.call("POST", "automations/forget-host-key", id, headers),
    info: async () => (await one.call<AutomationInfo>("GET", `automations/automation-info/${id}`)).data,
    told: async () =>
      (await one.call<HistoryPage>("GET", `automations/history?id=${id}`)).data.Items.map(({ Sentence }) => Sentence),
    /** The secret that signs its deliveries. */
    signsWith: async () => {
      const { destination } =
        (await workspace.runner.load(workspaceDecider, one.tenant)).state.automations.find(
          ({ automationId }) => automationId === id,
        ) ?? {};
      const reached = await resolveDestination(
        { vault: workspace.vault, ids: { secret: () => "made" } },
        { tenant: one.tenant, automationId: id },
        destination as never,
      );
      return reached.kind === "webhook" ? reached.secret : undefined;
    },
  };
};

describe("the secret of a webhook", () => {
  it("is the one that signs, and each view is in the history, at most once a minute", async () => {
    const { secret, signsWith, told } = await given(webhook);
    const { data, status } = await secret();
    expect([status, data]).toEqual([200, expect.stringMatching(/^whsec_[\w-]{20,}$/u)]);
    expect(await signsWith()).toBe(data);
    await secret();
    expect((await told()).filter((line) => line === "Showed the webhook's secret.")).toHaveLength(1);
    workspace.clock.advance(61_000);
    await secret();
    expect((await told()).filter((line) => line === "Showed the webhook's secret.")).toHaveLength(2);
  });

  it("is replaced by a new one, which signs from then on and is returned again by a repeated command", async () => {
    const { secret, renew, signsWith, told } = await given(webhook);
    const before = (await secret()).data;
    const again = { "x-command-id": randomUUID() };
    const made = (await renew(again)).data;
    expect(made).toMatch(/^whsec_[\w-]{20,}$/u);
    expect(made).not.toBe(before);
    expect([(await renew(again)).data, await signsWith(), (await secret()).data]).toEqual([made, made, made]);
    expect((await renew()).data).not.toBe(made);
    expect((await told()).filter((line) => line === "Created a new secret for the webhook.")).toHaveLength(2);
  });

  it("stays the newest one if an earlier command is repeated late, or at the same time as the newer one", async () => {
    const { secret, renew, signsWith, told } = await given(webhook);
    const [first, second] = [{ "x-command-id": randomUUID() }, { "x-command-id": randomUUID() }];
    await renew(first);
    const newest = (await renew(second)).data;
    expect((await renew(first)).data).toBe(newest);
    await Promise.all([renew(first), renew(second), renew(first)]);
    expect([await signsWith(), (await secret()).data]).toEqual([newest, newest]);
    expect((await told()).filter((line) => line === "Created a new secret for the webhook.")).toHaveLength(2);
  });

  it("is created by a repeated command if the web process was killed between the event and the secret", async () => {
    const { secret, renew } = await given(webhook);
    const before = (await secret()).data;
    const again = { "x-command-id": randomUUID() };
    const { put } = workspace.vault;
    workspace.vault.put = () => Promise.reject(new Error("The process was killed."));
    expect((await renew(again)).status).toBe(500);
    workspace.vault.put = put;
    expect((await secret()).data).toBe(before);
    const made = (await renew(again)).data;
    expect([made === before, (await secret()).data]).toEqual([false, made]);
  });

  it("is in no other response, event or log line", async () => {
    const { id, secret, renew, call, tenant } = await given(webhook);
    const secrets = [(await secret()).data, (await renew()).data];
    const paths = ["get-automations", `get-automation/${id}`, `history?id=${id}`, `automation-info/${id}`];
    const answers = await Promise.all(paths.map((path) => call("GET", `automations/${path}`)));
    const events = await workspace.eventStore.readStream(`workspace-${tenant}`);
    const said = [...answers.map(({ text }) => text), JSON.stringify(events), workspace.logged()].join("\n");
    for (const one of secrets) expect(said).not.toContain(one.slice(6));
  });

  it("is refused for another destination or another shop's report, which records nothing", async () => {
    const elsewhere = await given(sftp);
    expect(refusalIn(await elsewhere.secret())).toMatchObject({
      code: "rule",
      message: "This automated report doesn't go to Webhook. Choose Webhook as its destination first.",
    });
    const { id, told } = await given(webhook);
    for (const [method, path, body] of [
      ["GET", `automations/webhook-secret/${id}`, undefined],
      ["POST", "automations/new-webhook-secret", id],
      ["POST", "automations/forget-host-key", id],
    ] as const)
      expect((await elsewhere.call(method, path, body)).status).toBe(404);
    expect((await told()).join(" ")).not.toMatch(/secret|key/u);
  });
});

describe("the key of a server", () => {
  const key = { fingerprint: "SHA256:abc", type: "ssh-ed25519" };

  it("can be forgotten if one is pinned, which the history records", async () => {
    const { tenant, forget, info, told } = await given(sftp);
    expect((await info()).CanForgetHostKey).toBe(false);
    const of = { tenant, kind: "ssh", host: "ftp.partner.example", port: 22 } as const;
    await createServerKeys(workspace.state).pin(of, key);
    expect((await info()).CanForgetHostKey).toBe(true);
    expect((await forget()).envelope.ErrorMessage).toBe(null);
    expect((await info()).CanForgetHostKey).toBe(false);
    expect(await createServerKeys(workspace.state).read(of)).toBeUndefined();
    expect((await told())[0]).toBe(
      "Accepted a new server key for ftp.partner.example: the next delivery trusts the key that the server presents.",
    );
  });

  it("can't be forgotten for a report with another destination", async () => {
    const { forget, info } = await given(webhook);
    expect(refusalIn(await forget()).message).toContain("doesn't go to FTP");
    expect((await info()).CanForgetHostKey).toBe(false);
  });
});
