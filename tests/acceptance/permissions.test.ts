import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FileType, Grouping } from "#domain/enumerations.ts";
import type { LoginResponse, Permissions } from "#domain/wire/account/account.ts";
import { decide } from "#tests/support/html-form.ts";
import { createDesign, download, generate, logIn, type Merchant, waitForExport } from "#tests/support/merchant.ts";
import { readExcel } from "#tests/support/read-report.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { fixedMoments } from "./scenario.ts";

/** P-1.7: columns that need further permissions, in files before and after the merchant grants them. */

let sheaf: StartedSheaf;
beforeAll(async () => {
  sheaf = await startSheaf({ env: fixedMoments });
}, 90_000);
afterAll(() => sheaf?.stop());

const columns = ["OrderNum", "SourceName", "StaffMember", "PaymentTerms"];
type Row = { order: string; source: string; staff: string; terms: string };
const rowOf = ([order = "", source = "", staff = "", terms = ""]: readonly string[]): Row => ({
  order,
  source,
  staff,
  terms,
});

/** The rows of a CSV and of an Excel file of the same design, without their header. */
const files = async (merchant: Merchant, reportId: string) => {
  const fileOf = async (fileType: FileType) => {
    const { ReportExportId } = await generate(merchant, reportId, { range: { kind: "noFilter" }, fileType });
    return download(merchant, await waitForExport(merchant, ReportExportId));
  };
  const csv = parse(await fileOf(FileType.Csv), { bom: true, record_delimiter: "\r\n" }) as string[][];
  const { sheets } = await readExcel(await fileOf(FileType.Excel));
  return { csv: csv.slice(1).map(rowOf), excel: sheets.flatMap(({ rows }) => rows).map(rowOf) };
};

/** Agrees to what columns need, as the designer asks for it; answers where the platform's page leads, and the login that follows. */
const consent = async (merchant: Merchant, scopes: readonly string[], returnUrl: string) => {
  const { client } = merchant;
  const address = await client.data<string>("POST", "account/ask-permissions", {
    Scopes: scopes,
    ReturnUrl: returnUrl,
  });
  const query = Object.fromEntries(new URL(await decide(address, "approve")).searchParams);
  const login = await client.data<LoginResponse>("POST", "account/loginCallback", {
    ...{ Code: query.code, Hmac: query.hmac, Host: query.host ?? null },
    ...{ Shop: query.shop, State: query.state, Timestamp: query.timestamp },
  });
  client.setToken(login.Token);
  return { asked: new URL(address).searchParams.get("scope")?.split(",") ?? [], login };
};

describe("a report with columns that Sheaf has no permission for", () => {
  it("shows 'no access' in them, and values once the merchant has granted it", async () => {
    const merchant = await logIn(sheaf, "aurora-demo");
    const { id } = await createDesign(merchant, { Grouping: Grouping.OnePerOrder, Columns: columns });

    const before = await files(merchant, id);
    for (const rows of [before.csv, before.excel]) {
      expect(rows).toHaveLength(300);
      expect(rows.filter(({ staff, terms }) => staff !== "no access" || terms !== "no access")).toEqual([]);
      expect(rows.filter(({ order, source }) => order === "" || source === "")).toEqual([]);
    }

    const { asked, login } = await consent(merchant, ["read_users"], `/report-design/${id}`);
    expect(asked).toContain("read_users");
    expect(login.ReturnUrl).toBe(`/report-design/${id}`);
    const { Granted } = await merchant.client.data<Permissions>("GET", "account/permissions");
    expect(Granted).toContain("read_users");
    expect(Granted).not.toContain("read_payment_terms");

    // A later login asks for it again, and does not lose it.
    const again = await logIn(sheaf, "aurora-demo");
    const after = await files(again, id);
    for (const rows of [after.csv, after.excel]) {
      const staffed = rows.filter(({ source }) => source === "pos" || source === "shopify_draft_order");
      expect(staffed.length).toBeGreaterThan(10);
      expect(staffed.filter(({ staff }) => staff === "" || staff === "no access")).toEqual([]);
      expect(rows.filter(({ source, staff }) => source === "web" && staff !== "")).toEqual([]);
      expect(rows.filter(({ terms }) => terms !== "no access")).toEqual([]);
    }
  });
});
