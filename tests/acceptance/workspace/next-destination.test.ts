import { afterAll, beforeAll, expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { givenMerchantWithReport } from "./merchant-with-report.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** another kind of destination, chosen while a report runs. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

const ftp = (changes: object = {}) => ({
  Destination: 1,
  Ftp: {
    HostName: "ftp.partner.example",
    DirectoryPath: "in",
    Username: "quill-user",
    Password: "quill-password",
    FtpProtocol: 2,
    ...changes,
  },
});
let shops = 0;
/** A running report, sent by e-mail. */
const given = async () => {
  shops += 1;
  const { merchant: one, automation: made } = await givenMerchantWithReport(workspace, `next-destination-${shops}`);
  const { data: active } = await one.call<AutomationOnWire>("POST", "automations/start", {
    id: made.id,
    CatchUp: "nothing",
  });
  const put = (changes: object) =>
    one.call<AutomationOnWire>("PUT", "automations/update-automation", { ...active, ...changes });
  const read = async () => (await one.call<AutomationOnWire>("GET", `automations/get-automation/${made.id}`)).data;
  return { ...one, active, put, read };
};

it("the next destination is kept beside the current one, doesn't change it, and never shows its password", async () => {
  const { active, put, read, tenant } = await given();
  const saved = (await put({ NextDestination: ftp() })).data;
  expect(saved.ReportDestination).toEqual(active.ReportDestination);
  expect(saved.NextDestination).toMatchObject({ Destination: 1, Ftp: { ...ftp().Ftp, Password: passwordMask } });
  expect(await read()).toEqual(saved);
  const events = JSON.stringify(await workspace.eventStore.readStream(`workspace-${tenant}`));
  expect(events).toContain("AutomationNextDestinationChanged");
  expect(events).not.toContain("quill-");
  expect((await put({ title: "Stock" })).data.NextDestination).toEqual(saved.NextDestination);
  expect((await put({ title: "Stock", NextDestination: null })).data).not.toHaveProperty("NextDestination");
});

it("the next destination replaces the current one, with its password, once it is sent as the destination", async () => {
  const { put, read, call, active } = await given();
  await put({ NextDestination: ftp() });
  const sent = { ReportDestination: ftp({ Password: passwordMask }), NextDestination: null };
  const { data } = await put(sent);
  expect(data).toMatchObject({ status: 0, ReportDestination: { Destination: 1, Ftp: { Password: passwordMask } } });
  expect(data).not.toHaveProperty("NextDestination");
  expect(await read()).toEqual(data);
  const history = await call<{ Items: { Sentence: string }[] }>("GET", `automations/history?id=${active.id}`);
  expect(history.data.Items.slice(0, 2).map(({ Sentence }) => Sentence)).toEqual([
    "Destination: from e-mail to FTP.",
    "A new destination was chosen: FTP. It isn't in use yet.",
  ]);
});

it("the next destination's password isn't used for another server, even when it becomes the destination", async () => {
  const { put } = await given();
  await put({ NextDestination: ftp() });
  const stolen = ftp({ HostName: "ftp.thief.example", Password: passwordMask });
  for (const changes of [{ NextDestination: stolen }, { ReportDestination: stolen, NextDestination: null }])
    expect(refusalIn(await put(changes)).message).toContain("That password was entered for another server.");
});

it("the next destination can be tested before it is used", async () => {
  const { put, call, active } = await given();
  const test = () => call<{ Worked: boolean }>("GET", `automations/test-ftp/${active.id}`);
  expect(refusalIn(await test()).message).toContain("Choose FTP as its destination first.");
  await put({ NextDestination: ftp({ HostName: "127.0.0.1:1" }) });
  expect((await test()).data.Worked).toBe(false);
});

it("the next destination is dropped if a call chooses another kind, which takes effect at once", async () => {
  const { put } = await given();
  await put({ NextDestination: ftp() });
  const link = { Destination: 3, PublicUrl: { ReportName: "Orders" } };
  const { data } = await put({ ReportDestination: link });
  expect(data.ReportDestination.PublicUrl?.ReportName).toBe("Orders");
  expect(data).not.toHaveProperty("NextDestination");
  expect(data.status).toBe(0);
});
