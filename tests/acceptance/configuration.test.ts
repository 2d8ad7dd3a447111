import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Configuration } from "#domain/wire/account/configuration.ts";
import type { ShopFeatures } from "#domain/wire/account/features.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { cleanUpTexts } from "../../upkeep/clean-up-texts.ts";

let web: WebForTests;
let shop: { tenant: string; token: string };
beforeEach(async () => {
  web = await startWebForTests();
  shop = await web.givenShop("aurora-demo");
});
afterEach(() => web.close());

/** Removes words that no event refers to (ADR 21). Twice, as a save may be under way when the first begins. */
const sweepTwice = async () => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  for (const _ of [1, 2]) await cleanUpTexts({ ...web, log }, new AbortController().signal);
};

const get = async () => {
  const reply = await web.ask("GET", "configuration/get", { token: shop.token });
  return { ...(reply.envelope.Data as Configuration), etag: reply.headers.get("etag") ?? "" };
};
const update = (body: unknown, etag?: string) =>
  web.ask("PUT", "configuration/update", {
    token: shop.token,
    body,
    ...(etag === undefined ? {} : { headers: { "if-match": etag } }),
  });
const eventsSince = async (etag: string) =>
  (await web.eventStore.readStream(`shop-${shop.tenant}`))
    .filter(({ version }) => version > Number(etag.replaceAll('"', "")))
    .map(({ type, data }) => ({ type, data }));

describe("The configuration of a new shop", () => {
  it("has the defaults of R-35, and the marketing choice of the terms", async () => {
    const { UserPreferences, AcceptsMarketing, etag } = await get();
    expect(AcceptsMarketing).toBe(false);
    expect(etag).toMatch(/^"\d+"$/);
    expect(UserPreferences).toEqual({
      UserDateFormat: 0,
      AllowExperimental: false,
      ReportDisplayOptions: { AlternateRowsStyle: 0 },
      SatinizeLetters: false,
      ReplaceDashesSlashes: false,
      CsvSeperator: ",",
      CsvFileExtension: "csv",
      ShowCsvHeaders: true,
      CsvIncludeNewlines: true,
      CsvUseCommaForDecimals: false,
      CsvEncoding: 0,
      CsvBom: true,
      AutomSendToMail: "",
    } satisfies Configuration["UserPreferences"]);
  });

  it("is only for logged-in merchants", async () => {
    expect((await web.ask("GET", "configuration/get")).status).toBe(401);
    expect((await web.ask("PUT", "configuration/update", { body: {} })).status).toBe(401);
  });
});

describe("A save of the configuration", () => {
  it("appends an event for each changed preference, and returns the whole configuration", async () => {
    const { UserPreferences, etag } = await get();
    const wanted = {
      ...UserPreferences,
      UserDateFormat: 1,
      AllowExperimental: true,
      ReportDisplayOptions: { AlternateRowsStyle: 2 },
    };
    const saved = await update(wanted, etag);
    expect([saved.status, saved.envelope.Data]).toEqual([
      200,
      { UserPreferences: wanted, AcceptsMarketing: false, AdminUrl: expect.stringMatching(/\/aurora-demo\/admin$/) },
    ]);
    expect(await eventsSince(etag)).toEqual(
      expect.arrayContaining([
        { type: "PreferenceChanged", data: { field: "UserDateFormat", from: 0, to: 1 } },
        { type: "PreferenceChanged", data: { field: "AllowExperimental", from: false, to: true } },
        { type: "PreferenceChanged", data: { field: "AlternateRowsStyle", from: 0, to: 2 } },
      ]),
    );
    expect(await eventsSince(etag)).toHaveLength(3);
    const after = await get();
    expect(after).toEqual({ ...(saved.envelope.Data as Configuration), etag: saved.headers.get("etag") });
  });

  it("appends no event and keeps the ETag if nothing changes", async () => {
    const { UserPreferences, etag } = await get();
    const saved = await update(UserPreferences, etag);
    expect(saved.headers.get("etag")).toBe(etag);
    expect(await eventsSince(etag)).toEqual([]);
  });

  it("keeps preferences that weren't sent, and reads an empty separator as a comma", async () => {
    await update({ CsvSeperator: ";" });
    await update({ UserDateFormat: 2 });
    expect((await get()).UserPreferences).toMatchObject({ CsvSeperator: ";", UserDateFormat: 2 });
    await update({ CsvSeperator: "" });
    expect((await get()).UserPreferences.CsvSeperator).toBe(",");
  });

  it("merges with another window's changes to other preferences", async () => {
    const { UserPreferences, etag } = await get();
    await update({ ...UserPreferences, AllowExperimental: true }, etag);
    const second = await update({ ...UserPreferences, UserDateFormat: 1 }, etag);
    expect((second.envelope.Data as Configuration).UserPreferences).toMatchObject({
      AllowExperimental: true,
      UserDateFormat: 1,
    });
  });

  it("is refused with both values and their author if another window changed the same field", async () => {
    const { UserPreferences, etag } = await get();
    await update({ ...UserPreferences, UserDateFormat: 1 }, etag);
    const { status, envelope } = await update({ ...UserPreferences, UserDateFormat: 2 }, etag);
    expect(status).toBe(409);
    expect(envelope.ErrorMessage).toBe(
      "Date format was changed to DD/MM/YYYY in another window. You chose MM/DD/YYYY. Reload the page and choose again.",
    );
    expect(JSON.parse(envelope.ErrorDetails ?? "")).toMatchObject([
      { field: "UserDateFormat", by: { kind: "merchant" }, current: 1, wanted: 2 },
    ]);
    expect((await get()).UserPreferences.UserDateFormat).toBe(1);
  });

  it.each([
    [{ UserDateFormat: 3 }, "Date format doesn't have this option. Choose one that the page offers."],
    [{ UserDateFormat: "DD/MM/YYYY" }, "UserDateFormat must be a number."],
    [{ AllowExperimental: "yes" }, "AllowExperimental must be true or false."],
    [
      { ReportDisplayOptions: { AlternateRowsStyle: 9 } },
      "Shaded rows doesn't have this option. Choose one that the page offers.",
    ],
    [{ CsvSeperator: "ab" }, "CSV separator must be one character."],
    [{ CsvSeperator: '"' }, "CSV separator can't be a quotation mark, because quotation marks enclose cells."],
    [{ CsvSeperator: "'" }, "CSV separator can't be a quotation mark, because quotation marks enclose cells."],
    [{ CsvSeperator: "x" }, "CSV separator can't be a letter or a digit, because cells contain them."],
    [{ CsvSeperator: "7" }, "CSV separator can't be a letter or a digit, because cells contain them."],
    [{ CsvSeperator: "\n" }, "CSV separator must be a sign, for example a semicolon, or a tab."],
    [{ CsvSeperator: "\u200b" }, "CSV separator must be a sign, for example a semicolon, or a tab."],
    [
      { CsvUseCommaForDecimals: true },
      "The comma can't separate columns and be the decimal sign too. Choose another separator, for example the semicolon.",
    ],
    [
      { CsvSeperator: "." },
      "The point can't separate columns and be the decimal sign too. Choose another separator, or the decimal comma.",
    ],
    [{ CsvEncoding: 437 }, "CSV encoding doesn't have this option. Choose one that the page offers."],
    [{ CsvFileExtension: "html" }, "CSV file extension must belong to a data file, for example csv or txt."],
    [{ CsvFileExtension: "../csv" }, "CSV file extension must be 1 to 10 letters or digits, without the dot."],
    [{ Theme: "dark" }, "Theme is not a field of this call. Remove it."],
    [{ AutomSendToMail: 5 }, "AutomSendToMail must be text."],
    [
      { AutomSendToMail: "a@b.example; c@d.example" },
      "The address for alerts isn't an e-mail address. Enter one such as name@example.com, or leave it empty for the shop's own.",
    ],
    [
      { AutomSendToMail: `\u001apv:${"x".repeat(22)}` },
      "An erased address can't be used anywhere else. Enter another one, or reload the page.",
    ],
    [[], "The body must be an object with named fields."],
  ])("refuses %j with a message and changes nothing", async (body, sentence) => {
    const { etag } = await get();
    const { status, envelope } = await update(body);
    expect([status, envelope.Ok, envelope.ErrorMessage]).toEqual([400, false, sentence]);
    expect(await eventsSince(etag)).toEqual([]);
  });

  it("is refused at the changed preference if it is incompatible with another window's choice", async () => {
    const { UserPreferences, etag } = await get();
    await update({ ...UserPreferences, CsvSeperator: ";" }, etag);
    expect((await update({ CsvUseCommaForDecimals: true })).status).toBe(200);
    const { envelope } = await update({ CsvSeperator: "," });
    expect(JSON.parse(envelope.ErrorDetails ?? "")).toMatchObject([{ field: "CsvSeparator" }]);
    await update({ CsvSeperator: "§" });
    const page = await update({ CsvEncoding: 1251 });
    expect(page.status).toBe(200);
    expect((await update({ CsvSeperator: "¬", CsvEncoding: 1258 })).status).toBe(200);
    expect((await update({ CsvEncoding: 1257, CsvSeperator: "¤" })).status).toBe(200);
    const lacking = await update({ CsvSeperator: "≠" });
    expect(lacking.envelope.ErrorMessage).toBe(
      "Baltic (Windows-1257) doesn't have the separator “≠”. Choose another separator or encoding.",
    );
    // Looks like the page's semicolon, and would be written as a question mark.
    expect((await update({ CsvSeperator: "\u037e" })).status).toBe(400);
    expect((await update({ CsvSeperator: "?" })).envelope.ErrorMessage).toBe(
      "In Baltic (Windows-1257) a question mark replaces missing characters, so it can't separate columns. Choose another separator or encoding.",
    );
    expect((await update({ CsvSeperator: "?", CsvEncoding: 0 })).status).toBe(200);
    expect((await update({ CsvEncoding: 1257 })).status).toBe(400);
  });

  it.each(['"99999"', '"0"', "yesterday"])("refuses the unknown ETag %s", async (etag) => {
    expect((await update({ UserDateFormat: 1 }, etag)).status).toBe(400);
    expect((await get()).UserPreferences.UserDateFormat).toBe(0);
  });

  it("returns the first response and takes effect once if its command id is sent again", async () => {
    const { etag } = await get();
    const headers = { "if-match": etag, "x-command-id": "00000000-0000-4000-8000-000000000001" };
    const send = () =>
      web.ask("PUT", "configuration/update", { token: shop.token, body: { UserDateFormat: 1 }, headers });
    const [first, again] = [await send(), await send()];
    expect(again.envelope.Data).toEqual(first.envelope.Data);
    expect(await eventsSince(etag)).toHaveLength(1);
  });
});

describe("The address for alerts", () => {
  const address = async () => (await get()).UserPreferences.AutomSendToMail;

  it("is saved with preferences, trimmed, and kept out of events; an empty one restores the default", async () => {
    const { etag } = await get();
    const saved = await update({ AutomSendToMail: " ann@example.com ", UserDateFormat: 1 }, etag);
    expect((saved.envelope.Data as Configuration).UserPreferences).toMatchObject({
      AutomSendToMail: "ann@example.com",
      UserDateFormat: 1,
    });
    expect(await address()).toBe("ann@example.com");
    await update({ UserDateFormat: 2 });
    await update({ AutomSendToMail: "ann@example.com" });
    await update({ AutomSendToMail: "" });
    expect(await address()).toBe("");
    const events = await eventsSince(etag);
    expect(events.map(({ type }) => type)).toEqual([
      "PreferenceChanged",
      "AlertAddressChanged",
      "PreferenceChanged",
      "AlertAddressChanged",
    ]);
    expect(JSON.stringify(events)).not.toContain("ann@");
    expect(web.logged()).not.toContain("ann@");
  });

  it("conflicts with a different address from another window, but not with the same one", async () => {
    const { etag } = await get();
    await update({ AutomSendToMail: "ann@example.com" }, etag);
    expect((await update({ AutomSendToMail: "ann@example.com" }, etag)).status).toBe(200);
    const { status, envelope } = await update({ AutomSendToMail: "bob@example.com", UserDateFormat: 1 }, etag);
    expect([status, envelope.ErrorMessage]).toEqual([
      409,
      "Address for alerts was changed to another one in another window. Reload the page and choose again.",
    ]);
    expect((await get()).UserPreferences).toMatchObject({ AutomSendToMail: "ann@example.com", UserDateFormat: 0 });
    await sweepTwice();
    expect(await web.vault.findMatching(shop.tenant, "pv:", (words) => words.startsWith("bob"))).toEqual([]);
  });

  it("is removed by two sweeps if the save is refused for another reason", async () => {
    expect((await update({ AutomSendToMail: "ann@example.com", UserDateFormat: 9 })).status).toBe(400);
    await sweepTwice();
    expect(await web.vault.findMatching(shop.tenant, "pv:", () => true)).toEqual([]);
  });

  it("shows as erased after an erasure, and can be saved unchanged", async () => {
    await update({ AutomSendToMail: "ann@example.com" });
    for (const reference of await web.vault.findMatching(shop.tenant, "pv:", () => true))
      await web.vault.erase(reference);
    const { UserPreferences, etag } = await get();
    expect(UserPreferences.AutomSendToMail).toMatch(/^.pv:[\w-]{22}$/u);
    expect((await update(UserPreferences, etag)).status).toBe(200);
    expect(await eventsSince(etag)).toEqual([]);
  });
});

describe("The marketing choice", () => {
  it("is saved by its own call, as a bare boolean or an object, and appears in the configuration", async () => {
    const { etag } = await get();
    const choose = (body: unknown) => web.ask("PUT", "configuration/accepts-marketing", { token: shop.token, body });
    expect((await choose(true)).envelope.Data).toBe(true);
    expect((await get()).AcceptsMarketing).toBe(true);
    expect((await choose({ value: false })).envelope.Data).toBe(false);
    expect((await eventsSince(etag)).map(({ type }) => type)).toEqual([
      "MarketingChoiceChanged",
      "MarketingChoiceChanged",
    ]);
    expect((await choose("yes")).status).toBe(400);
  });
});

describe("Optional features of a shop (R-37)", () => {
  const features = async (token: string) =>
    (await web.ask("GET", "appData/getFeatures", { token })).envelope.Data as ShopFeatures;

  it("include the custom column editor only if its flag is on, and the standard groupings", async () => {
    const nimbus = await web.givenShop("nimbus-demo");
    expect((await features(shop.token)).CustomColumnEditor).toBe(true);
    expect((await features(nimbus.token)).CustomColumnEditor).toBe(false);
    expect((await features(nimbus.token)).Groupings).toEqual([0, 1, 2, 3, 4]);
  });

  it("are enforced by the server: a formula needs the flag", async () => {
    const nimbus = await web.givenShop("nimbus-demo");
    const save = async ({ token }: typeof shop, column: object) => {
      const { id } = (await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string };
      const one = { Column: "Custom1", Title: "Sum", Visible: true, Width: 20, Sorting: 0, NumberFormat: null };
      const body = { id, title: "Sums", grouping: 0, ws_splitter: 0, columns: [{ ...one, ...column }] };
      return web.ask("PUT", "reports/update", { token, body });
    };
    const formula = {
      CustomColumn: { Category: 2, LocalStatus: null, ExcelFormula: { Formula: "=1+1" }, Name: null },
    };
    expect((await save(shop, formula)).status).toBe(200);
    const refused = await save(nimbus, formula);
    expect(refused.status).toBe(400);
    expect(refused.envelope.ErrorMessage).toContain("Your shop can't edit custom columns.");
    expect((await save(nimbus, {})).status).toBe(200);
  });

  it("include a flagged grouping if the merchant allows experimental ones; existing designs keep it", async () => {
    const borealis = await web.givenShop("borealis-demo");
    const { token } = borealis;
    const allow = (AllowExperimental: boolean) =>
      web.ask("PUT", "configuration/update", { token, body: { AllowExperimental } });
    const { id } = (await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string };
    const save = (title: string, grouping: number) =>
      web.ask("PUT", "reports/update", { token, body: { id, title, grouping, ws_splitter: 0 } });

    expect((await features(token)).Groupings).toEqual([0, 1, 2, 3, 4]);
    expect((await save("Bundles", 5)).envelope.ErrorMessage).toContain("Your shop can't use this grouping.");
    await allow(true);
    expect((await features(token)).Groupings).toEqual([0, 1, 2, 3, 4, 5, -1]);
    expect((await save("Bundles", 5)).status).toBe(200);
    await allow(false);
    expect((await features(token)).Groupings).toEqual([0, 1, 2, 3, 4]);
    expect((await save("Bundles, renamed", 5)).status).toBe(200);
    expect((await save("Bundles, renamed", -1)).status).toBe(400);
    expect((await web.ask("POST", "reports/clone", { token, body: id })).status).toBe(200);
  });

  it.each([5, -1])("are enforced by the server: no shop gets grouping %i without permission", async (grouping) => {
    const nimbus = await web.givenShop("nimbus-demo");
    const { token } = nimbus;
    const created = await web.ask("POST", "reports/create-new", { token, body: { Grouping: grouping } });
    expect(created.status).toBe(400);
    const { id } = (await web.ask("POST", "reports/create-new", { token })).envelope.Data as { id: string };
    const body = { id, title: "Bundles", grouping, ws_splitter: 0 };
    expect((await web.ask("PUT", "reports/update", { token, body })).status).toBe(400);
  });
});
