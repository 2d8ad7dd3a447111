import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import type { HistoryPage, HistoryVersion } from "#domain/wire/history.ts";
import type { ReportDesignItem } from "#domain/wire/reports/reports.ts";
import { newOnWire, nowhere } from "#tests/support/automation-on-wire.ts";
import { refusalIn, startWorkspace, type Workspace } from "./support.ts";

/** S-2.3.8, S-2.7: setting up automated reports, through the calls of a merchant's screens. */

let workspace: Workspace;
beforeAll(async () => {
  workspace = await startWorkspace();
});
afterAll(() => workspace.close());

let shops = 0;
const merchant = async () => {
  shops += 1;
  const one = await workspace.givenMerchant(`automations-${shops}`);
  const read = async (id: string) => {
    const reply = await one.call<AutomationOnWire>("GET", `automations/get-automation/${id}`);
    return { ...reply, etag: reply.headers.get("etag") ?? "" };
  };
  return {
    ...one,
    readOne: read,
    make: (body?: object) => one.call<AutomationOnWire>("POST", "automations/create-new", body),
    listAll: async () => (await one.call<AutomationOnWire[]>("GET", "automations/get-automations")).data,
    put: (automation: object, etag?: string, headers: Record<string, string> = {}) =>
      one.call<AutomationOnWire>("PUT", "automations/update-automation", automation, {
        ...(etag === undefined ? {} : { "if-match": etag }),
        ...headers,
      }),
    events: async () =>
      (await workspace.eventStore.readStream(`workspace-${one.tenant}`)).map(({ type, data }) => ({ type, data })),
  };
};
/** With a design, a filter, and an automated report of them. */
const given = async () => {
  const one = await merchant();
  const design = (await one.call<ReportDesignItem>("POST", "reports/create-new")).data;
  const filter = await one.create();
  const automation = (await one.make({ report_filter_id: filter.id })).data;
  return { ...one, design, filter, automation, etag: (await one.readOne(automation.id)).etag };
};
const mask = "••••••••";
const ftp = (changes: object = {}) => ({
  Destination: 1,
  Ftp: {
    HostName: "ftp.partner.example:2121",
    DirectoryPath: "in",
    Username: "quill-user",
    Password: "quill-password",
    FtpProtocol: 2,
    ...changes,
  },
});
const email = (automation: AutomationOnWire, changes: object) => ({
  ...automation.ReportDestination,
  Email: { ...automation.ReportDestination.Email, ...changes },
});

describe("a new automated report", () => {
  it("is paused, daily, in Excel, by e-mail to the shop, with the first design and filter", async () => {
    const { automation, design, filter, readOne, listAll, tenant } = await given();
    expect(automation).toEqual({
      id: expect.any(String),
      title: "New automated report 1",
      ...newOnWire,
      report_id: design.id,
      report_filter_id: filter.id,
      ReportDestination: {
        ...nowhere,
        Destination: 0,
        Email: {
          ToMail: `owner@automations-${shops}.example`,
          FromName: "",
          FromMail: "",
          Subject: "",
          SendAsLink: false,
          CustomMessage: "",
        },
      },
    });
    expect((await readOne(automation.id)).data).toEqual(automation);
    expect(await listAll()).toEqual([{ ...automation, last_run: null, under_way: false, retry_at: null }]);
    expect(JSON.stringify(await workspace.eventStore.readStream(`workspace-${tenant}`))).not.toContain("owner@");
  });

  it("is refused without a design or filter, with a message for the dialog, and stores no address", async () => {
    const one = await merchant();
    const reply = await one.make();
    expect(refusalIn(reply)).toEqual({
      status: 200,
      code: "rule",
      message: "An automated report needs a report design and a filter. Create one of each first.",
    });
    expect(reply.envelope.ErrorDetails).toBe("Cannot create new Automated Report");
    expect(await workspace.vault.findMatching(one.tenant, "pv:", () => true)).toEqual([]);
  });

  it("has no filter until one is chosen, and can't be started before (R-59)", async () => {
    const { make, put, readOne, filter } = await given();
    const made = (await make()).data;
    expect(made.report_filter_id).toBe("");
    const { etag } = await readOne(made.id);
    const started = await put({ ...made, status: 0 }, etag);
    expect(refusalIn(started)).toMatchObject({ code: "invalid" });
    expect(started.envelope.ErrorMessage).toContain("Choose a filter. Until then this automated report can't start.");
    expect((await put({ ...made, status: 0, report_filter_id: filter.id }, etag)).data).toMatchObject({ status: 0 });
  });

  it("is refused beyond the quota with the specified message, and so is a clone", async () => {
    const { make, call, automation } = await given();
    await make();
    const message = "You cannot add new automated reports. You have exceed your automated report's quota";
    expect(refusalIn(await make())).toMatchObject({ status: 200, code: "rule", message });
    expect(refusalIn(await call("POST", "automations/clone", automation.id))).toMatchObject({ code: "rule", message });
  });

  it("returns the first result if its command is repeated", async () => {
    const { call, listAll, automation } = await given();
    const again = { "x-command-id": randomUUID() };
    const [first, second] = [
      await call<AutomationOnWire>("POST", "automations/create-new", undefined, again),
      await call<AutomationOnWire>("POST", "automations/create-new", undefined, again),
    ];
    expect(second.data).toEqual(first.data);
    expect((await listAll()).map(({ id }) => id)).toEqual([automation.id, first.data.id]);
  });
});

describe("a save", () => {
  it("keeps every field, returns the stored values, and appends no event when repeated", async () => {
    const { automation, etag, put, readOne, events } = await given();
    const wanted = {
      ...automation,
      title: "Stock",
      status: 0,
      file_type: 2,
      export_empty_reports: false,
      schedule: 9,
      delay_automation: 24,
      custom_weekly_day: 6,
      custom_monthly_day: 31,
      custom_hour: 1_439,
      starts_from: "2026-11-21",
      ends_to: "2027-11-21",
      apply_date_filter: false,
      ReportDestination: email(automation, {
        ToMail: "ann@example.com; bob@example.com",
        FromName: "The shop",
        FromMail: "reply@example.com",
        Subject: "Orders of *today*",
        SendAsLink: true,
        CustomMessage: "Dear Ann,\nhere they are.",
      }),
    };
    const saved = await put(wanted, etag);
    // The last minute of the month's last day, in Athens, and a day later.
    const kept = { ...wanted, next_execution: "2026-12-01T21:59:00Z" };
    expect([saved.status, saved.data]).toEqual([200, kept]);
    const read = await readOne(automation.id);
    expect([read.data, read.etag]).toEqual([kept, saved.headers.get("etag")]);
    const before = await events();
    expect((await put(read.data, read.etag)).status).toBe(200);
    expect(await events()).toEqual(before);
    expect(before.slice(-6).map(({ type }) => type)).toEqual(
      [
        "AutomationEmptyReportsChanged",
        "AutomationDateFilterChanged",
        "AutomationScheduleChanged",
        "AutomationDestinationChanged",
        "AutomationStarted",
      ].toSpliced(0, 0, "AutomationFileTypeChanged"),
    );
  });

  it.each([
    ["FTP", ftp(), { Ftp: { ...ftp().Ftp, Password: mask } }],
    ["FTP without renaming", ftp({ WriteDirectly: true }), {}],
    ["an IPv6 server", ftp({ HostName: "[2001:db8::1]:21" }), {}],
    ["a webhook", { Destination: 2, Webhook: { Method: 1, Url: "https://hooks.example.com/a?key=quill" } }, {}],
    ["a webhook without encryption", { Destination: 2, Webhook: { Method: 0, Url: "http://hooks.example.com" } }, {}],
  ])("can choose %s and keeps no settings of other kinds", async (_name, destination, shown) => {
    const { automation, etag, put, readOne } = await given();
    const sent = { ...automation.ReportDestination, ...destination };
    const wanted = { ...nowhere, ...destination, ...shown };
    const expected =
      "Ftp" in wanted && wanted.Ftp
        ? { ...wanted, Ftp: { WriteDirectly: false, ...wanted.Ftp, Password: mask } }
        : wanted;
    expect((await put({ ...automation, ReportDestination: sent }, etag)).data.ReportDestination).toEqual(expected);
    expect((await readOne(automation.id)).data.ReportDestination).toEqual(expected);
  });

  it("keeps writing directly until it is turned off, and records it in the history", async () => {
    const { automation, put, call } = await given();
    const save = async (changes: object) =>
      (await put({ ...automation, ReportDestination: ftp(changes) })).data.ReportDestination.Ftp?.WriteDirectly;
    expect(await save({})).toBe(false);
    expect(await save({ WriteDirectly: true })).toBe(true);
    expect(await save({ DirectoryPath: "in/2026" })).toBe(true);
    const { data } = await call<HistoryPage>("GET", `automations/history?id=${automation.id}`);
    expect(data.Items[0]?.Sentence).toContain("Write directly under the final name: from no to yes.");
    expect(await save({ WriteDirectly: false })).toBe(false);
  });

  it("returns a public link's address and whether its name is available: only one report can have it", async () => {
    const { automation, etag, put, make, readOne, listAll } = await given();
    const named = (ReportName: string) => ({ ReportDestination: { Destination: 3, PublicUrl: { ReportName } } });
    const first = (await put({ ...automation, ...named(" Stock: list? ") }, etag)).data.ReportDestination.PublicUrl;
    expect(first).toEqual({
      ReportName: "Stock: list?",
      Url: expect.stringMatching(/^http:\/\/localhost:3000\/public\/[\w-]{43}\/Stock%20list$/),
      IsPossible: true,
    });
    const other = (await make()).data;
    const second = (await put({ ...other, ...named("STOCK list") })).data.ReportDestination.PublicUrl;
    expect([second?.IsPossible, second?.Url === first?.Url]).toEqual([false, false]);
    expect((await readOne(other.id)).data.ReportDestination.PublicUrl).toEqual(second);
    expect((await listAll()).map((one) => one.ReportDestination.PublicUrl?.IsPossible)).toEqual([false, false]);
    const empty = (await put({ ...other, ...named(" ?? ") })).data.ReportDestination.PublicUrl;
    expect(empty).toEqual({ ReportName: "??", Url: null, IsPossible: false });
  });

  it("merges with another window's changes, even in the destination, unless both changed a field", async () => {
    const { automation, etag, put, readOne } = await given();
    await put({ ...automation, title: "Mine", ReportDestination: email(automation, { Subject: "Mine" }) }, etag);
    const second = await put(
      { ...automation, file_type: 3, ReportDestination: email(automation, { SendAsLink: true }) },
      etag,
    );
    expect(second.data).toMatchObject({
      title: "Mine",
      file_type: 3,
      ReportDestination: { Email: { Subject: "Mine", SendAsLink: true } },
    });
    const before = await readOne(automation.id);
    const collided = await put({ ...automation, ReportDestination: email(automation, { Subject: "Theirs" }) }, etag);
    expect(refusalIn(collided)).toMatchObject({
      status: 409,
      message: "Subject was changed to “Mine” in another window. You chose “Theirs”. Reload the page and choose again.",
    });
    expect(JSON.parse(collided.envelope.ErrorDetails ?? "")).toMatchObject([
      { field: "ReportDestination.Email.Subject", by: { kind: "merchant" }, current: "Mine", wanted: "Theirs" },
    ]);
    expect((await readOne(automation.id)).data).toEqual(before.data);
  });

  it("of another kind of destination conflicts with an edit of the old one, without showing passwords", async () => {
    const { automation, etag, put } = await given();
    await put({ ...automation, ReportDestination: email(automation, { ToMail: "zoe@example.com" }) }, etag);
    const collided = await put({ ...automation, ReportDestination: { ...nowhere, ...ftp() } }, etag);
    expect(collided.status).toBe(409);
    expect(collided.envelope.ErrorMessage).toContain(
      "Destination was changed to e-mail in another window. You chose FTP.",
    );
    expect(JSON.parse(collided.envelope.ErrorDetails ?? "")).toMatchObject([
      {
        field: "ReportDestination",
        current: { Destination: 0, Email: { ToMail: "zoe@example.com" } },
        wanted: { Destination: 1, Ftp: { Username: "quill-user", Password: mask } },
      },
    ]);
    expect(collided.text).not.toContain("quill-password");
  });

  it("starts or pauses only if it changes the status: a repeated status does nothing", async () => {
    const { automation, etag, put, readOne } = await given();
    expect((await put({ ...automation, status: 0 }, etag)).data.status).toBe(0);
    const active = await readOne(automation.id);
    // Another window pauses it; this one autosaves a title with what it saw.
    await put({ ...active.data, status: 1 }, active.etag);
    expect((await readOne(automation.id)).data.status).toBe(1);
    expect((await put({ ...active.data, title: "Typed" }, active.etag)).data).toMatchObject({
      title: "Typed",
      status: 1,
    });
    for (const status of [2, 3, 4, 5])
      expect((await put({ ...active.data, title: `Typed ${status}`, status })).data.status).toBe(1);
  });

  it("returns the first result if repeated after a deletion", async () => {
    const { automation, etag, put, call } = await given();
    const again = { "x-command-id": randomUUID() };
    const edited = { ...automation, ReportDestination: { ...nowhere, ...ftp() } };
    const first = await put(edited, etag, again);
    await call("POST", "automations/delete", automation.id);
    const second = await put(edited, etag, again);
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect((await put(edited, etag)).status).toBe(404);
    expect((await put(edited)).status).toBe(404);
  });
});

describe("clone, delete and history", () => {
  it("a clone is last in the list and paused; a deletion returns ok", async () => {
    const { automation, etag, put, call, listAll, readOne } = await given();
    await put({ ...automation, status: 0, title: "Stock", ReportDestination: { ...nowhere, ...ftp() } }, etag);
    const clone = (await call<AutomationOnWire>("POST", "automations/clone", automation.id)).data;
    expect(clone).toMatchObject({ title: "Copy of Stock", status: 1, ReportDestination: { Ftp: { Password: mask } } });
    expect((await listAll()).map(({ id }) => id)).toEqual([automation.id, clone.id]);
    expect((await call("POST", "automations/delete", automation.id)).data).toBe("ok");
    expect((await listAll()).map(({ id }) => id)).toEqual([clone.id]);
    expect((await readOne(automation.id)).status).toBe(404);
    expect((await call("POST", "automations/delete", automation.id)).status).toBe(404);
  });

  it("the history describes each change with its author, and any version can be restored", async () => {
    const { automation, etag, put, call, listAll } = await given();
    const saved = await put(
      {
        ...automation,
        status: 0,
        title: "Stock",
        custom_hour: 545,
        ReportDestination: email(automation, { ToMail: "ann@example.com" }),
      },
      etag,
    );
    const history = await call<HistoryPage>("GET", `automations/history?id=${automation.id}`);
    expect(history.data.Items.map(({ Sentence }) => Sentence)).toEqual([
      "Started.",
      `Recipients: from “owner@automations-${shops}.example” to “ann@example.com”.`,
      "Time: from 00:01 to 09:05.",
      "Renamed from “New automated report 1” to “Stock”.",
      "Created as “New automated report 1”.",
    ]);
    const version = Number.parseInt(JSON.parse(etag), 10);
    const preview = await call<HistoryVersion<AutomationOnWire>>(
      "GET",
      `automations/history-version?id=${automation.id}&version=${version}`,
    );
    expect(preview.data).toEqual({
      Item: { ...automation, status: 0 },
      Changes: [
        "Title: from “Stock” to “New automated report 1”.",
        "Time: from 09:05 to 00:01.",
        `Recipients: from “ann@example.com” to “owner@automations-${shops}.example”.`,
      ],
      NotRestored: [],
    });
    const back = await call<{ Item: AutomationOnWire }>("POST", "automations/restore", { id: automation.id, version });
    const item = { ...automation, status: 0, next_execution: "2026-11-20T22:01:00Z" };
    expect(back.data).toEqual({ Item: item, NotRestored: [] });
    await call("POST", "automations/delete", automation.id);
    const deleted = await call<{ id: string; Version: number }[]>("GET", "automations/deleted");
    expect(deleted.data).toMatchObject([{ id: automation.id, title: "New automated report 1" }]);
    const whole = Number.parseInt(JSON.parse(saved.headers.get("etag") ?? ""), 10);
    await call("POST", "automations/restore", { id: automation.id, version: whole });
    const rests = { status: 1, next_execution: null, last_run: null, under_way: false, retry_at: null };
    expect(await listAll()).toEqual([{ ...saved.data, ...rests }]);
    expect((await call("GET", "automations/deleted")).data).toEqual([]);
  });

  it("a design and a filter in use can't be deleted", async () => {
    const { call, design, filter, automation } = await given();
    expect((await call("POST", "reports/delete", design.id)).data).toBe(automation.title);
    expect((await call("POST", "filters/delete", filter.id)).data).toBe(automation.title);
    await call("POST", "automations/delete", automation.id);
    expect((await call("POST", "reports/delete", design.id)).data).toBe("ok");
  });
});

describe("two reports with the same destination (ADR 84)", () => {
  it("name the running report that would overwrite their files, both in the list and when read alone", async () => {
    const { automation: one, make, put, readOne, listAll } = await given();
    const { data: other } = await make();
    const there = { title: "Stock", ReportDestination: { ...nowhere, ...ftp() } };
    await put({ ...one, ...there });
    await put({ ...other, ...there });
    expect((await readOne(other.id)).data.same_files).toBeUndefined();
    await put({ ...(await readOne(one.id)).data, status: 0 });
    const same_files = [{ id: one.id, title: "Stock" }];
    expect((await readOne(other.id)).data.same_files).toEqual(same_files);
    expect((await listAll()).map((listed) => listed.same_files)).toEqual([undefined, same_files]);
    expect((await readOne(one.id)).data.same_files).toBeUndefined();
  });
});

describe("another shop", () => {
  it("can't see or change any of it", async () => {
    const { automation, etag, readOne } = await given();
    const stranger = await given();
    const { id } = automation;
    for (const [method, path, body] of [
      ["GET", `automations/get-automation/${id}`, undefined],
      ["GET", `automations/history?id=${id}`, undefined],
      ["GET", `automations/history-version?id=${id}&version=0`, undefined],
      ["POST", "automations/clone", id],
      ["POST", "automations/delete", id],
      ["POST", "automations/restore", { id, version: 0 }],
      ["PUT", "automations/update-automation", { ...automation, title: "Theirs" }],
    ] as const)
      expect([path, (await stranger.call(method, path, body)).status]).toEqual([path, 404]);
    const theirs = await stranger.put(
      { ...stranger.automation, report_id: automation.report_id, report_filter_id: automation.report_filter_id },
      stranger.etag,
    );
    expect([theirs.status, JSON.parse(theirs.envelope.ErrorDetails ?? "[]")]).toMatchObject([
      400,
      [{ field: "report_id" }, { field: "report_filter_id" }],
    ]);
    expect((await stranger.listAll()).map((one) => one.id)).toEqual([stranger.automation.id]);
    expect(await readOne(id)).toMatchObject({ data: automation, etag });
  });
});
