import { describe, expect, it } from "vitest";
import { DestinationKind, FileType, Frequency, Grouping, Weekday } from "../enumerations.ts";
import { SieverCode } from "../filters/sievers.ts";
import { defaultPreferences } from "../shop/preferences.ts";
import type { ShopState } from "../shop/state.ts";
import { type AutomationDefinition, dailySchedule } from "../workspace/automations/automation.ts";
import { emptyWorkspace, type WorkspaceState } from "../workspace/state.ts";
import { content, designFacts } from "../workspace/workspace-for-tests.ts";
import { describeAutomationFields } from "./automation-fields.ts";
import { describeConfigurationFields } from "./configuration-fields.ts";
import { compareFields, type DescribedField } from "./described-field.ts";
import { type AsOfItemKind, findItemAt, listItemsAt } from "./items.ts";

const tracked = { changes: {}, version: 0 };
const design = (id: string, changes: Parameters<typeof designFacts>[2] = {}) => ({
  ...designFacts(id, 0, changes),
  ...tracked,
});
const filter = (filterId: string, changes: Parameters<typeof content>[0] = {}) =>
  ({ ...content(changes), filterId, view: 0, ordering: 0, ...tracked }) as WorkspaceState["filters"][number];
const ann = "pv:0Zk3vQ8mT1yB7cJx5LwNsA";
const bob = "pv:1Zk3vQ8mT1yB7cJx5LwNsB";

const state = (some: Partial<WorkspaceState>): WorkspaceState => ({ ...emptyWorkspace, ...some });

const reportOf = (schedule: typeof dailySchedule): AutomationDefinition => ({
  title: "Daily",
  reportId: "a",
  filterId: "f",
  fileType: FileType.Csv,
  exportEmptyReports: true,
  applyDateFilter: true,
  enabled: true,
  schedule,
  destination: { kind: DestinationKind.PublicUrl, reportName: "daily" },
});

describe("a workspace as of an instant", () => {
  it("has the state at that time, each item's later fate, and later items", () => {
    const earlier = state({ reports: [design("a"), design("b"), design("c")] });
    const now = state({ reports: [design("a"), design("c", { title: "Sales" }), design("d")] });
    expect(listItemsAt("design", { earlier, now }).map(({ id, title, since }) => [id, title, since])).toEqual([
      ["a", "Design a", "same"],
      ["b", "Design b", "deleted"],
      ["c", "Design c", "changed"],
      ["d", "Design d", "new"],
    ]);
  });

  it("compares a report design field by field, then and now", () => {
    const earlier = state({ reports: [design("a", { shown: ["OrderNum", "TotalPrice"] })] });
    const now = state({
      reports: [
        design("a", {
          title: "Sales",
          grouping: Grouping.OnePerOrder,
          shown: ["TotalPrice", "OrderNum"],
          settings: { TotalPrice: { title: "Worth", width: 20 } },
        }),
      ],
    });
    expect(listItemsAt("design", { earlier, now })[0]?.changes).toEqual([
      { name: "Title", was: "“Design a”", is: "“Sales”", changed: true },
      { name: "Rows", was: "one per order line", is: "one per order", changed: true },
      { name: "Columns", was: "“Order number”, “Total price”", is: "“Worth”, “Order number”", changed: true },
      { name: "Title of column “Total price”", was: null, is: "“Worth”", changed: true },
      { name: "Width of column “Worth”", was: null, is: "20", changed: true },
    ]);
    const whole = findItemAt("design", "a", { earlier, now });
    expect(whole?.fields).toContainEqual({
      name: "Worksheets",
      was: "one worksheet",
      is: "one worksheet",
      changed: false,
    });
    expect(findItemAt("design", "b", { earlier, now })).toBeUndefined();
  });

  it("hides personal values in a filter, but shows that they changed", () => {
    const of = (...emails: string[]) => state({ filters: [filter("f", { sievers: { [SieverCode.Email]: emails } })] });
    const [changed] = listItemsAt("filter", { earlier: of(ann), now: of(`!${bob}*`) });
    expect(changed?.changes).toEqual([
      {
        name: "Customer email",
        was: "a value hidden from support",
        is: "does not begin with a value hidden from support",
        changed: true,
      },
    ]);
    expect(listItemsAt("filter", { earlier: of(ann), now: of(ann) })[0]?.since).toBe("same");
    const gone = findItemAt("filter", "f", { earlier: of(ann), now: of() });
    expect(gone?.fields.at(-1)).toEqual({
      name: "Customer email",
      was: "a value hidden from support",
      is: null,
      changed: true,
    });
  });

  it("lists page filters, named after their page, apart from saved filters", () => {
    const custom = (view: 1 | 2) => ({ ...filter(`p${view}`, { title: "Custom filter" }), view });
    const earlier = state({ filters: [custom(1), custom(2), filter("f", { title: "Wholesale" })] });
    const titles = (kind: AsOfItemKind) =>
      listItemsAt(kind, { earlier, now: earlier }).map(({ id, title }) => [id, title]);
    expect(titles("filter")).toEqual([["f", "Wholesale"]]);
    expect(titles("page-filter")).toEqual([
      ["p1", "Custom filter of Generate report"],
      ["p2", "Custom filter of Live report"],
    ]);
  });

  it.each<[string, Partial<typeof dailySchedule>, string]>([
    ["every hour", { frequency: Frequency.Hourly }, "Every hour, on the hour"],
    ["daily", {}, "Every day at 00:01"],
    ["weekly", { frequency: Frequency.Weekly, customWeeklyDay: Weekday.Friday }, "Every Monday at 00:01"],
    ["on a day", { frequency: Frequency.CustomWeekly, customWeeklyDay: Weekday.Friday }, "Every Friday at 00:01"],
    ["monthly", { frequency: Frequency.CustomMonthly, customHour: 540 }, "On the 1st of every month at 09:00"],
  ])("describes only the settings of a schedule that apply: %s", (_name, changes, text) => {
    const lines = describeAutomationFields(reportOf({ ...dailySchedule, ...changes }), emptyWorkspace);
    expect(lines.filter(({ name }) => /Schedule|Day of|Time/.test(name)).map((one) => [one.name, one.text])).toEqual([
      ["Schedule", text],
    ]);
  });

  it("reports a schedule as changed only if a setting that applies has changed", () => {
    const changed = (from: object, to: object) =>
      compareFields(
        ...([from, to].map((one) =>
          describeAutomationFields(reportOf({ ...dailySchedule, ...one }), emptyWorkspace),
        ) as [DescribedField[], DescribedField[]]),
      ).filter((field) => field.changed);
    expect(changed({}, { customWeeklyDay: Weekday.Friday, customMonthlyDay: 15 })).toEqual([]);
    const custom = { frequency: Frequency.CustomWeekly };
    expect(changed(custom, { ...custom, customWeeklyDay: Weekday.Friday })).toMatchObject([
      { name: "Schedule", was: "Every Monday at 00:01", is: "Every Friday at 00:01" },
    ]);
    expect(changed({ frequency: Frequency.Hourly }, { frequency: Frequency.Hourly, customHour: 540 })).toEqual([]);
  });

  it("names an automated report's design by its title at the time, and hides destination details", () => {
    const ftp = {
      kind: DestinationKind.Ftp,
      protocol: 2,
      host: "ftp.example",
      port: null,
      directory: "/in",
      username: ann,
      password: "sv:0Zk3vQ8mT1yB7cJx5LwNsA",
    } as const;
    const report = (destination: object, title = "Design a") =>
      state({
        reports: [design("a", { title })],
        filters: [filter("f")],
        automations: [
          {
            automationId: "m",
            title: "Daily",
            reportId: "a",
            filterId: "f",
            fileType: FileType.Csv,
            exportEmptyReports: true,
            applyDateFilter: true,
            enabled: true,
            schedule: dailySchedule,
            destination,
            createdAt: "2026-11-20T10:00:00.000Z",
            planned: [],
            ...tracked,
          } as unknown as WorkspaceState["automations"][number],
        ],
      });
    const earlier = report(ftp);
    const mail = {
      kind: DestinationKind.Email,
      recipients: [ann, bob],
      fromName: "",
      replyTo: "",
      subject: "",
      message: "",
      asLink: false,
    };
    const whole = findItemAt("automation", "m", { earlier, now: report(mail, "Sales") });
    const text = Object.fromEntries(whole?.fields.map(({ name, was, is }) => [name, [was, is]]) ?? []);
    expect(text["Report design"]).toEqual(["“Design a”", "“Sales”"]);
    expect(text.Destination).toEqual(["FTP", "e-mail"]);
    expect(text["FTP password"]).toEqual(["a value hidden from support", null]);
    expect(text.Recipients).toEqual([null, "2 values hidden from support"]);
    expect(JSON.stringify(whole)).not.toMatch(/[ps]v:/);
    const renewed = { ...ftp, password: "sv:1Zk3vQ8mT1yB7cJx5LwNsA" };
    expect(listItemsAt("automation", { earlier, now: report(renewed) })[0]?.changes).toEqual([
      { name: "FTP password", was: "a value hidden from support", is: "a value hidden from support", changed: true },
    ]);
  });
});

describe("a configuration as of an instant", () => {
  const shop = (changes: object): ShopState =>
    ({
      status: "authorized",
      tenant: "t",
      shop: "aurora-demo",
      scopes: ["read_orders"],
      profile: {
        name: "Aurora",
        plan: "Shopify",
        ianaTimezone: "Europe/Athens",
        currencyCode: "EUR",
        emailRef: "vault-1",
      },
      tier: { tier: "Growth", by: "plan" },
      activeCharge: null,
      pendingCharge: null,
      chargeWaived: null,
      quotas: null,
      flags: {},
      terms: { status: "accepted", version: "2026-11", acceptedAt: "2026-11-20T10:00:00.000Z" },
      acceptsMarketing: false,
      preferences: defaultPreferences,
      alertAddress: "",
      ...changes,
    }) as unknown as ShopState;

  it("shows changed settings, but hides the alert address", () => {
    const now = shop({ preferences: { ...defaultPreferences, CsvSeparator: ";" }, alertAddress: ann });
    const changed = compareFields(describeConfigurationFields(shop({})), describeConfigurationFields(now)).filter(
      (field) => field.changed,
    );
    expect(changed).toEqual([
      { name: "Alerts go to", was: "the shop's own address", is: "an address hidden from support", changed: true },
      { name: "CSV separator", was: "Comma", is: "Semicolon", changed: true },
    ]);
  });

  it("says only that the shop did not exist yet", () => {
    expect(describeConfigurationFields({ status: "unknown" }).map(({ text }) => text)).toEqual(["not here yet"]);
  });
});
