import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { detokenizeWithSecrets } from "#application/deliveries/tokenized-destination.ts";
import { collections } from "#domain/read-models/documents.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { cleanUpTexts } from "../../../upkeep/clean-up-texts.ts";
import { givenMerchantWithReport } from "./merchant-with-report.ts";
import { fieldsIn, startWorkspace, type Workspace } from "./support.ts";

/** ADR 75, R-15: merchants' texts about people and servers are only in the vault, and passwords are never returned. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

const mask = "••••••••";
let shops = 0;
/** A shop with an automated report to this destination. */
const given = async (destination: object) => {
  shops += 1;
  const { merchant: one, automation: data } = await givenMerchantWithReport(workspace, `secrets-${shops}`);
  const put = (changes: object) =>
    one.call<AutomationOnWire>("PUT", "automations/update-automation", { ...data, ...changes });
  const saved = await put({ ReportDestination: destination });
  expect(saved.status).toBe(200);
  return {
    ...one,
    id: data.id,
    put,
    saved,
    read: () => one.call<AutomationOnWire>("GET", `automations/get-automation/${data.id}`),
  };
};
const ftp = (changes: object = {}) => ({
  Destination: 1,
  Ftp: {
    HostName: "ftp.example.com",
    DirectoryPath: "in",
    Username: "hush-user",
    Password: "hush-pass",
    FtpProtocol: 2,
    ...changes,
  },
});
const email = (changes: object = {}) => ({
  Destination: 0,
  Email: {
    ToMail: "ann@hush.example; bob@hush.example",
    FromName: "hush sender",
    FromMail: "hush@example.com",
    Subject: "hush subject",
    SendAsLink: false,
    CustomMessage: "hush message",
    ...changes,
  },
});
const webhook = { Destination: 2, Webhook: { Method: 1, Url: "https://hooks.example.com/?key=hush" } };
const stored = async (tenant: string) => {
  const documents = await Promise.all(
    Object.values(collections).map(({ name }) => workspace.readStore.find(name, { limit: 1_000 })),
  );
  return JSON.stringify([await workspace.eventStore.readStream(`workspace-${tenant}`), documents]);
};
const definition = async (tenant: string) =>
  (await workspace.runner.load(workspaceDecider, tenant)).state.automations[0];
const found = (tenant: string, prefix: string) => workspace.vault.findMatching(tenant, prefix, () => true);
const erase = async (tenant: string, words: string) => {
  const references = await workspace.vault.findMatching(tenant, "pv:", (value) => value.includes(words));
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) await workspace.vault.erase(reference);
};

describe("the text typed for a destination", () => {
  it.each([
    ["an e-mail", email()],
    ["a server", ftp()],
    ["a webhook", webhook],
  ])("%s: is in no event, read model or log, and is readable for deliveries", async (_name, destination) => {
    const { tenant, call, id, read } = await given(destination);
    await read();
    await call("GET", `automations/history?id=${id}`);
    await call("POST", "automations/clone", id);
    expect(await stored(tenant)).not.toMatch(/hush/);
    expect(workspace.logged()).not.toMatch(/hush/);
    const kept = await definition(tenant);
    if (!kept) throw new Error("There is no automated report.");
    expect(JSON.stringify(await detokenizeWithSecrets(workspace.vault, kept.destination))).toMatch(/hush/);
  });
});

describe("a password", () => {
  it("is never returned: a mask takes its place", async () => {
    const { tenant, id, call, put, read, saved } = await given(ftp());
    const before = (await definition(tenant))?.destination;
    const echoed = await put({ ReportDestination: ftp({ Password: mask, DirectoryPath: "out" }) });
    expect((await definition(tenant))?.destination).toEqual({ ...before, directory: "out" });
    const history = await call<HistoryPage>("GET", `automations/history?id=${id}`);
    const list = await call("GET", "automations/get-automations");
    const clone = await call("POST", "automations/clone", id);
    for (const { text } of [saved, echoed, history, list, clone, await read()]) {
      expect(text).not.toContain("hush-pass");
      expect(text).not.toContain("sv:");
    }
  });

  it("gets a new reference only when it changes, and the history records the change without its text", async () => {
    const { tenant, id, call, put } = await given(ftp());
    const password = async () => {
      const destination = (await definition(tenant))?.destination;
      return destination && "password" in destination ? destination.password : undefined;
    };
    const first = await password();
    await put({ ReportDestination: ftp() });
    expect(await password()).toBe(first);
    workspace.clock.advance(60_000);
    await put({ ReportDestination: ftp({ Password: "hush-new" }) });
    expect(await password()).not.toBe(first);
    expect(await found(tenant, "sv:")).toHaveLength(2);
    const { data } = await call<HistoryPage>("GET", `automations/history?id=${id}`);
    expect(data.Items[0]?.Sentence).toBe("The FTP password was changed.");
  });

  it("is not sent to a new host if only its mask is sent", async () => {
    const { put } = await given(ftp());
    const stolen = await put({ ReportDestination: ftp({ HostName: "ftp.evil.example", Password: mask }) });
    expect([stolen.status, fieldsIn(stolen)]).toEqual([400, ["ReportDestination.Ftp.Password"]]);
    const kinds = await put({ ReportDestination: email() });
    expect(kinds.status).toBe(200);
    expect(fieldsIn(await put({ ReportDestination: ftp({ Password: mask }) }))).toEqual([
      "ReportDestination.Ftp.Password",
    ]);
  });

  it("is not sent to a new host by editing an older version whose password is known", async () => {
    const { id, call, saved, put, read } = await given(ftp());
    const versionOf = (reply: { headers: Headers }) => Number(/\d+/.exec(reply.headers.get("etag") ?? "")?.[0]);
    const known = await put({ ReportDestination: ftp({ Password: "known" }) });
    const back = await call("POST", "automations/restore", { id, version: versionOf(saved) });
    expect([known.status, back.status]).toEqual([200, 200]);
    const moved = { ...saved.data, ReportDestination: ftp({ HostName: "ftp.evil.example", Password: "known" }) };
    const stolen = await call<AutomationOnWire>("PUT", "automations/update-automation", moved, {
      "if-match": known.headers.get("etag") ?? "",
    });
    expect([stolen.status, fieldsIn(stolen)]).toEqual([400, ["ReportDestination.Ftp.Password"]]);
    expect((await read()).data.ReportDestination.Ftp?.HostName).toBe("ftp.example.com");
  });

  it("is not stored for a host that was changed in the meantime", async () => {
    const { call, saved, put } = await given(ftp());
    expect((await put({ ReportDestination: ftp({ HostName: "ftp.evil.example" }) })).status).toBe(200);
    const typed = { ...saved.data, ReportDestination: ftp({ Password: "hush-new" }) };
    const refused = await call<AutomationOnWire>("PUT", "automations/update-automation", typed, {
      "if-match": saved.headers.get("etag") ?? "",
    });
    expect([refused.status, fieldsIn(refused)]).toEqual([400, ["ReportDestination.Ftp.Password"]]);
  });

  it("is sent to a new host if it is entered again", async () => {
    const { put } = await given(ftp());
    expect((await put({ ReportDestination: ftp({ HostName: "ftp.new.example" }) })).status).toBe(200);
  });

  it("can't be sent as a reference to another value", async () => {
    const { tenant, put } = await given(ftp());
    const [reference] = await found(tenant, "sv:");
    for (const changes of [
      { Username: `\u001a${reference}` },
      { Password: `\u001a${(await found(tenant, "pv:"))[0]}` },
    ]) {
      const reply = await put({ ReportDestination: ftp(changes) });
      expect([reply.status, fieldsIn(reply)]).toEqual([400, ["ReportDestination"]]);
    }
  });
});

describe("erased values", () => {
  it("show as erased, and can be sent back unchanged, removed or typed again", async () => {
    const { tenant, id, call, put, read } = await given(email());
    await erase(tenant, "ann@hush");
    const { ReportDestination } = (await read()).data;
    expect(ReportDestination.Email?.ToMail).toMatch(/^.pv:[\w-]{22}; bob@hush\.example$/u);
    expect((await put({ ReportDestination, title: "Other" })).data.ReportDestination).toEqual(ReportDestination);
    const events = await workspace.eventStore.readStream(`workspace-${tenant}`);
    expect(events.at(-1)?.type).toBe("AutomationRenamed");
    workspace.clock.advance(60_000);
    await put({ ReportDestination: email({ ToMail: "bob@hush.example" }), title: "Other" });
    const { data } = await call<HistoryPage>("GET", `automations/history?id=${id}`);
    expect(data.Items[0]?.Sentence).toBe("Recipients: from an erased value, “bob@hush.example” to “bob@hush.example”.");
  });

  it("don't break any call when the whole shop is erased", async () => {
    const { tenant, id, call, read } = await given(email());
    await workspace.vault.eraseOwner(tenant);
    expect((await read()).status).toBe(200);
    for (const path of ["automations/get-automations", `automations/history?id=${id}`])
      expect((await call("GET", path)).status).toBe(200);
    expect((await call("POST", "automations/clone", id)).status).toBe(200);
  });
});

it("the clean-up erases abandoned values, including passwords, but none that an event refers to", async () => {
  const { tenant, put, call } = await given(ftp());
  await call("PUT", "configuration/update", { AutomSendToMail: "alerts@hush.example" });
  // The history can bring back the old one.
  await put({ ReportDestination: ftp({ Password: "hush-new" }) });
  await workspace.vault.putOnce(["killed"], { owner: tenant, prefix: "sv:" });
  await workspace.vault.putOnce(["killed too"], { owner: tenant, prefix: "pv:" });
  const log = { info: () => undefined } as never;
  const never = new AbortController().signal;
  for (let rounds = 0; rounds < 2; rounds++) await cleanUpTexts({ ...workspace, log }, never);
  const left = await workspace.vault.readAll([...(await found(tenant, "sv:")), ...(await found(tenant, "pv:"))]);
  expect([...left.values()].sort()).toEqual([
    "alerts@hush.example",
    "hush-new",
    "hush-pass",
    "hush-user",
    `owner@secrets-${shops}.example`,
  ]);
});
