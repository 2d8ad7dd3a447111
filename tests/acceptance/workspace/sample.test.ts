import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DestinationKind, FileType, Frequency, WebhookMethod } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { SampleOnWire } from "#domain/wire/automations/sample.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { MailRefused, MailUnavailable } from "#infra/ports/mail.ts";
import { kept } from "#tests/support/delivering.ts";
import { type Automated, ann, ordersOn, startAutomated } from "./automated-runs.ts";
import { refusalIn } from "./support.ts";

/** Samples of automated reports: as the report would be sent, to the shop alone. */

let sheaf: Automated;
beforeEach(async () => {
  sheaf = await startAutomated(ordersOn(18, 19, 20));
  const { state } = await sheaf.web.runner.load(shopDecider, sheaf.tenant);
  if (!("profile" in state)) throw new Error("There is no shop.");
  const emailRef = await sheaf.web.vault.put("owner@aurora.example", { owner: sheaf.tenant });
  await sheaf.onShop({ type: "AuthorizeShop", scopes: [...state.scopes], profile: { ...state.profile, emailRef } });
});
afterEach(() => sheaf.close());

const call = async <Data>(method: "GET" | "POST", path: string, body?: unknown, headers = {}) =>
  (await sheaf.merchant()).call<Data>(method, path, body, headers);
const make = (id: string, headers = {}) => call<ExportJob>("POST", "automations/make-sample", id, headers);
const read = async (exportId: string) => (await call<SampleOnWire>("GET", `automations/get-sample/${exportId}`)).data;
const send = (exportId: string) => call("POST", "automations/send-sample", exportId);
/** Does what is due, and lets the next minutes pass. */
const work = (minutes = 1) =>
  sheaf.runUntil(new Date(sheaf.web.clock.now().getTime() + minutes * 60_000).toISOString(), 1);
const ownAddress = async () => {
  const { state } = await sheaf.web.runner.load(shopDecider, sheaf.tenant);
  return "profile" in state ? await sheaf.web.vault.read(state.profile.emailRef) : undefined;
};
const given = async (id: string) => {
  const { data } = await make(id);
  await work();
  return data.ReportExportId;
};

describe("a sample of an automated report", () => {
  it("is the newest report as it would be sent, read before it is mailed to the shop alone, though the report is paused", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily }, { enabled: false, fileType: FileType.Csv }, [ann]);
    const events = async () => (await sheaf.web.eventStore.readStream(`automation-${id}`)).map(({ type }) => type);
    const before = [await events(), (await call("GET", `automations/get-automation/${id}`)).data];
    const exportId = await given(id);
    const mail = await read(exportId);
    expect(mail).toMatchObject({
      To: await ownAddress(),
      Subject: "Orders",
      FileName: "Daily orders 2026-11-20 0001.csv",
      Attached: true,
      Orders: 1,
      NotSentEmpty: false,
      Outcome: null,
    });
    expect(mail.Text).toMatch(/^Your report "Daily orders" for .* is ready\./);
    expect(mail.Text).toMatch(/This is a sample\. It was sent to you only\.$/);
    expect(sheaf.mail.sent).toEqual([]);
    await send(exportId);
    await work();
    const [sent, ...others] = sheaf.mail.sent;
    expect(others).toEqual([]);
    expect(sent).toMatchObject({ to: [mail.To], subject: mail.Subject, text: mail.Text });
    expect(sent?.attachments?.map(({ name, content }) => [name, content.length])).toEqual([
      [mail.FileName, mail.Bytes],
    ]);
    expect((await read(exportId)).Outcome).toBe("sent");
    expect([await events(), (await call("GET", `automations/get-automation/${id}`)).data]).toEqual(before);
    expect(await sheaf.historyOf(id)).toEqual([]);
  });

  it("is mailed whatever the destination is, once, however often that is requested", async () => {
    const hook = { kind: DestinationKind.Webhook, method: WebhookMethod.Post, url: "https://hooks.example/x" } as const;
    const id = await sheaf.automate(
      { frequency: Frequency.Daily },
      { destination: await kept(sheaf.web.vault, sheaf.tenant, hook) },
    );
    const headers = { "x-command-id": randomUUID() };
    const both = await Promise.all([make(id, headers), make(id, headers)]);
    const [exportId = "", other] = both.map(({ data }) => data.ReportExportId);
    expect(other).toBe(exportId);
    await work();
    await Promise.all([send(exportId), send(exportId)]);
    await work();
    await send(exportId);
    await work();
    expect(sheaf.mail.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [[await ownAddress()], "Daily orders, 19 Nov 2026"],
    ]);
  });

  it("says that nothing would be sent if nothing matches and empty reports are off", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Weekly, customWeeklyDay: 3 }, { exportEmptyReports: false });
    expect(await read(await given(id))).toMatchObject({ Orders: 0, NotSentEmpty: true });
  });

  it("is tried again while the mail server takes nothing, and given up when it refuses the address", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily }, { enabled: false });
    const exportId = await given(id);
    sheaf.mail.failing = new MailUnavailable("It hangs up.", { notTaken: true });
    await send(exportId);
    await work();
    expect((await read(exportId)).Outcome).toBe("waiting");
    sheaf.mail.failing = undefined;
    await work(6);
    expect((await read(exportId)).Outcome).toBe("sent");
    const second = await given(id);
    sheaf.mail.failing = new MailRefused("No such mailbox.");
    await send(second);
    await work();
    expect((await read(second)).Outcome).toBe("failed");
    const trouble = (await sheaf.web.eventStore.readStream(`automation-${id}`)).map(({ type }) => type);
    expect(trouble).toEqual([]);
  });

  it("is refused without a filter, an address or a file, and for another shop's export", async () => {
    const id = await sheaf.automate({ frequency: Frequency.Daily }, { enabled: false });
    expect(refusalIn(await call("POST", "automations/make-sample", "nothing")).code).toBe("unknown");
    const plain = await sheaf.automate({ frequency: Frequency.Daily }, { enabled: false, filterId: "" });
    expect(refusalIn(await make(plain)).code).toBe("rule");
    const { data } = await make(id);
    expect(refusalIn(await send(data.ReportExportId))).toMatchObject({ code: "rule" });
    await work();
    const stranger = await sheaf.web.givenMerchant("stranger");
    for (const reply of [
      await stranger.call("POST", "automations/send-sample", data.ReportExportId),
      await stranger.call("GET", `automations/get-sample/${data.ReportExportId}`),
    ])
      expect(refusalIn(reply).code).toBe("unknown");
    const { state } = await sheaf.web.runner.load(shopDecider, sheaf.tenant);
    if ("profile" in state) await sheaf.web.vault.erase(state.profile.emailRef);
    for (const reply of [await make(id), await send(data.ReportExportId)])
      expect(refusalIn(reply)).toMatchObject({ code: "rule", message: expect.stringMatching(/no e-mail address/) });
    expect(sheaf.mail.sent).toEqual([]);
  });
});
