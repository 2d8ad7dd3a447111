import type { SelectableOrder } from "#domain/wire/filters/orders.ts";
import type { Scene } from "./scene.ts";
import { account, design, job, pageState, type Script } from "./scripted-api.ts";

/** The clock of these scenes: a Friday in Athens. */
const clockFrom = "2026-11-20T12:05:00Z";

const customers = ["Eleni Markou", "Jonas Weber", "", "Aisha Rahman", "Lucía Fernández", "Noah Bennett"];
const financial = ["paid", "paid", "pending", "partially_refunded", "paid", "authorized"];
const fulfillment = ["fulfilled", "Pending", "partial", "fulfilled", "fulfilled", "Pending"];

/** One page of 250 orders, newest first. */
export const ordersPage = (first = 1300, count = 250): SelectableOrder[] =>
  Array.from({ length: count }, (_, at) => ({
    Id: `gid://order/${first - at}`,
    Name: `#${first - at}`,
    Date: `2026/11/${String(20 - Math.floor(at / 14)).padStart(2, "0")} ${String(23 - (at % 14)).padStart(2, "0")}:40`,
    Customer: customers[at % customers.length] ?? "",
    Financial: financial[at % financial.length] ?? "paid",
    Fulfillment: fulfillment[at % fulfillment.length] ?? "Pending",
    Price: `€${(12.5 + ((at * 37) % 240)).toFixed(2)}`,
    Selected: false,
  }));

export const withDesigns: Script = {
  "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0), design("b", "Monthly accounts", 1)] }),
};

export const withOrders: Script = {
  ...withDesigns,
  "orders/selectedOrders": () => ({ data: { Orders: ordersPage(), PrevPage: null, NextPage: "next" } }),
};

/** An item for each state of an export. */
export const everyExport = [
  job({
    ReportExportId: "1",
    ReportTitle: "Monthly accounts",
    Filetype: 1,
    Status: 11,
    Step: 3,
    MaxStep: 12,
    PublicUrl: null,
    Orders: null,
    Bytes: null,
  }),
  job({ ReportExportId: "2", ReportTitle: "Packing list", Status: 0, PublicUrl: null, Orders: null, Bytes: null }),
  job({
    ReportExportId: "3",
    ReportTitle: "Everything, ever",
    Filetype: 3,
    Status: 50,
    PublicUrl: null,
    Orders: null,
    Bytes: null,
  }),
  job({
    ReportExportId: "4",
    ReportId: "a",
    ReportTitle: "Untitled1",
    Filetype: 1,
    Bytes: 48_213,
    Filters: pageState.UserOrderFilters,
  }),
  job({
    ReportExportId: "5",
    ReportTitle: "For the accountant",
    Filetype: 0,
    Bytes: 1_249_000,
    PublicUrl: "/files/token/For the accountant.html",
  }),
  job({
    ReportExportId: "6",
    ReportTitle: "Today",
    EmptyExpected: true,
    Orders: 0,
    Bytes: 214,
    Filters: { ...pageState.UserOrderFilters, order_date_range: 2 },
  }),
  job({
    ReportExportId: "7",
    ReportTitle: "Warehouse feed",
    Filetype: 3,
    Status: -1,
    FailedReason: "The store platform isn't answering right now. Try again in a few minutes.",
    PublicUrl: null,
    Orders: null,
    Bytes: null,
  }),
  job({
    ReportExportId: "7b",
    ReportTitle: "Refunds of the month",
    Filetype: 1,
    Status: -1,
    FailedReason: "The shop hasn't allowed Sheaf to read what this needs (read_orders). Log in again and approve it.",
    FailedCode: "access-denied",
    PublicUrl: null,
    Orders: null,
    Bytes: null,
  }),
  job({ ReportExportId: "8", ReportTitle: "Untitled1", Status: -2, PublicUrl: null, Orders: null, Bytes: null }),
  job({
    ReportExportId: "9",
    ReportId: "b",
    ReportTitle: "Last week",
    Filters: pageState.UserOrderFilters,
    Filetype: 1,
    Expired: true,
    PublicUrl: null,
    DateCreated: "2026-11-10T07:12:00.000Z",
    ExpiresAt: "2026-11-17T07:12:00.000Z",
  }),
];

const running = everyExport.slice(0, 3);
export const withExports: Script = {
  ...withDesigns,
  "reporting/getExportList": () => ({ data: everyExport }),
  "reporting/pollExportList": () => ({ data: running }),
};

/** A report run again twice, with another file and with the same; and the one they repeat. */
const repeats = { ReportExportId: "first", DateCreated: "2026-11-12T16:40:00.000Z", Erased: 1 };
const repeated: Script = {
  ...withDesigns,
  "reporting/getExportList": () => ({
    data: [
      job({
        ReportExportId: "again",
        ReportTitle: "Monthly accounts",
        Filetype: 1,
        Bytes: 48_213,
        DateCreated: "2026-11-20T10:05:00.000Z",
        Repeats: repeats,
        Compared: { Outcome: "differs", Added: 12, Removed: 0, Changed: 3, Reordered: false, Pictures: false },
      }),
      job({
        ReportExportId: "same",
        ReportTitle: "Monthly accounts",
        Filetype: 1,
        Bytes: 48_102,
        DateCreated: "2026-11-13T08:00:00.000Z",
        Repeats: { ...repeats, Erased: 0 },
        Compared: { Outcome: "identical" },
      }),
      job({
        ReportExportId: "first",
        ReportTitle: "Monthly accounts",
        Filetype: 1,
        FileName: "Monthly accounts 2026-11-12 184000.xlsx",
        Bytes: 48_102,
        DateCreated: repeats.DateCreated,
      }),
    ],
  }),
  "reporting/getExportDetails": () => ({
    data: {
      Kept: true,
      Filter: null,
      File: {
        ContentHash: "c7bf76dcc1c8a7ae5ad3f89ecdfe9ce1090380676daa97f39a0ddf305ed62efb",
        FileHash: "d177dacc411c1f46150276733948ebd3e557c8de17fbe1580f1d082ef3b7fd52",
        Fingerprint: { App: "1.0.0", Icu: "78.1", TimeZones: "2026a", Node: "24.21.0" },
      },
    },
  }),
};

const custom = {
  ...pageState,
  FileType: 1 as const,
  UserOrderFilters: {
    ...pageState.UserOrderFilters,
    order_date_range: 1 as const,
    order_date_from: "2026-11-02",
    order_date_to: "2026-11-04",
  },
};
const openPanel: Scene["ready"] = async ({ page }) => {
  await page.getByText("300 orders", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: /^Report exports/ }).click();
  await page.getByRole("heading", { name: "Report exports" }).waitFor();
};
const counted: Scene["ready"] = async ({ page }) => {
  await page
    .getByText(/^(<=)?[\d,]+ orders?$/)
    .first()
    .waitFor();
};
const openOrders: Scene["ready"] = async ({ page }) => {
  await page.getByRole("checkbox", { name: "Select specific orders" }).click();
  await page.getByRole("dialog", { name: "Select specific orders" }).waitFor();
};
const reports = (name: string, script: Script, ready: Scene["ready"]): Scene => ({
  name,
  path: "/Reports",
  options: { account, script, clockFrom },
  ready,
});

/** The Reports page, its modals and the panel, in every state (S-1.2.10 to S-1.2.12). */
export const reportScenes: Scene[] = [
  reports("reports-newcomer", {}, async ({ page }) => {
    await page.getByRole("heading", { name: "Welcome to Sheaf" }).waitFor();
    await page.getByText("300 orders", { exact: true }).first().waitFor();
  }),
  reports("reports", withDesigns, counted),
  reports(
    "reports-custom-range",
    { ...withDesigns, "appData/getManualExport": () => ({ data: custom }) },
    async (opened) => {
      await opened.page.getByRole("group", { name: "To" }).waitFor();
      await counted(opened);
    },
  ),
  reports(
    "reports-calendar",
    { ...withDesigns, "appData/getManualExport": () => ({ data: custom }) },
    async (opened) => {
      await opened.page
        .getByRole("button", { name: /^Choose date/ })
        .first()
        .click();
      await opened.page.getByRole("grid").first().waitFor();
    },
  ),
  reports("reports-date-ranges", withDesigns, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("combobox", { name: "Date range" }).click();
    await opened.page.getByRole("option", { name: "Custom range" }).waitFor();
  }),
  reports("reports-date-that-counts", withDesigns, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("button", { name: "Date that counts: created" }).click();
    await opened.page.getByRole("menuitem", { name: "Paid" }).waitFor();
  }),
  reports(
    "reports-count-failed",
    {
      ...withDesigns,
      "orders/page-count": () => ({
        status: 503,
        error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
      }),
    },
    ({ page }) => page.getByText("The store platform isn't answering right now.").waitFor(),
  ),
  reports(
    "reports-count-at-most",
    { ...withDesigns, "orders/page-count": () => ({ data: { Count: 1_204, HasPostProcessFilters: true } }) },
    async (opened) => {
      await counted(opened);
      await opened.page.getByRole("button", { name: /^Some conditions are checked only/ }).hover();
      await opened.page.getByRole("tooltip").waitFor();
    },
  ),
  reports(
    "reports-failed",
    { "reports/get-reports": () => ({ status: 503, error: { code: "Busy", message: "Busy." } }) },
    ({ page }) => page.getByText("Cannot fetch reports from server").waitFor(),
  ),
  reports(
    "empty-report",
    {
      ...withDesigns,
      "appData/getManualExport": () => ({ data: custom }),
      "orders/page-count": () => ({ data: { Count: 0, HasPostProcessFilters: false } }),
    },
    async (opened) => {
      await counted(opened);
      await opened.page.getByRole("button", { name: "Why the report is empty?" }).click();
      await opened.page.getByRole("dialog", { name: "Empty report" }).waitFor();
    },
  ),
  reports("orders-modal", withOrders, async (opened) => {
    await counted(opened);
    await openOrders(opened);
    for (const order of ["#1299", "#1297", "#1296"]) await opened.page.getByRole("row", { name: order }).click();
    await opened.page.getByText("3 orders selected").waitFor();
  }),
  reports(
    "orders-modal-numbers",
    {
      ...withOrders,
      "orders/find-numbers": () => ({ data: { Ids: ["gid://order/1299"], NotFound: ["9998", "9999"], Unread: 0 } }),
    },
    async (opened) => {
      const { page } = opened;
      await counted(opened);
      await openOrders(opened);
      await page.getByRole("button", { name: "Paste order numbers" }).click();
      await page.getByRole("textbox", { name: "Order numbers" }).fill("1299, 9998, 9999");
      await page.getByRole("button", { name: "Select these orders" }).click();
      await page.getByText("1 order found and selected.").waitFor();
    },
  ),
  reports(
    "orders-modal-empty",
    { ...withDesigns, "orders/selectedOrders": () => ({ data: { Orders: [], PrevPage: null, NextPage: null } }) },
    async (opened) => {
      await openOrders(opened);
      await opened.page.getByText("No orders on these dates").waitFor();
    },
  ),
  reports(
    "orders-modal-failed",
    {
      ...withDesigns,
      "orders/selectedOrders": () => ({
        status: 503,
        error: { code: "Busy", message: "The store platform isn't answering right now." },
      }),
    },
    async (opened) => {
      await openOrders(opened);
      await opened.page.getByText("The store platform isn't answering right now.").waitFor();
    },
  ),
  reports("orders-selected", withOrders, async (opened) => {
    await openOrders(opened);
    await opened.page.getByRole("row", { name: "#1299" }).click();
    await opened.page.getByRole("row", { name: "#1296" }).click();
    await opened.page.getByRole("button", { name: "Done" }).click();
    await opened.page.getByRole("button", { name: "ORDERS 2 selected" }).waitFor();
  }),
  reports("video", {}, async ({ page }) => {
    await page.getByRole("button", { name: "Watch how it works" }).click();
    await page.getByRole("dialog", { name: "How it works" }).locator("video").waitFor();
    // Text: the command that takes the pictures has no browser types.
    await page.evaluate(`new Promise((done) => {
      const film = document.querySelector("video");
      if (film.readyState >= film.HAVE_ENOUGH_DATA) done();
      else film.addEventListener("canplaythrough", () => done(), { once: true });
    })`);
  }),
  reports("exports", withExports, async (opened) => {
    await openPanel(opened);
    await opened.page.getByText("User canceled report").waitFor();
  }),
  reports(
    "exports-shared",
    { ...withDesigns, "reporting/getExportList": () => ({ data: everyExport.slice(3) }) },
    async (opened) => {
      await openPanel(opened);
      await opened.page.getByRole("button", { name: "share Untitled1" }).first().click();
      await opened.page.getByLabel("Report link").waitFor();
    },
  ),
  reports(
    "exports-withdrawn",
    { ...withDesigns, "reporting/getExportList": () => ({ data: everyExport.slice(6) }) },
    async (opened) => {
      await openPanel(opened);
      await opened.page.getByRole("link", { name: "Log in again" }).waitFor();
    },
  ),
  reports("exports-again", repeated, async (opened) => {
    await openPanel(opened);
    const first = opened.page.locator("#export-first");
    await first.getByRole("button", { name: "Details of Monthly accounts" }).click();
    await first.getByRole("button", { name: "For support about Monthly accounts" }).click();
    await first.getByRole("button", { name: "Copy the content hash" }).waitFor();
    await first.scrollIntoViewIfNeeded();
  }),
  reports("exports-none", withDesigns, async (opened) => {
    await openPanel(opened);
    await opened.page.getByText("No report exports found").waitFor();
  }),
  reports(
    "exports-failed",
    {
      ...withDesigns,
      "reporting/getExportList": () => ({
        status: 503,
        error: { code: "Busy", message: "The server can't read its data right now. Try again later." },
      }),
    },
    async (opened) => {
      await openPanel(opened);
      await opened.page.getByText("The server can't read its data right now. Try again later.").waitFor();
    },
  ),
];
