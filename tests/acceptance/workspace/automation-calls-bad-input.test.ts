import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givenMerchantWithReport, type MerchantWithReport } from "./merchant-with-report.ts";
import { startWorkspace, type Workspace } from "./support.ts";
import { shapes } from "./wrong-shapes.ts";

/** Calls about one automated report, with invalid ids, days and choices, and with reports of other shops. */

let workspace: Workspace;
let merchant: MerchantWithReport["merchant"];
let automation: MerchantWithReport["automation"];
beforeAll(async () => {
  workspace = await startWorkspace();
  ({ merchant, automation } = await givenMerchantWithReport(workspace));
});
afterAll(() => workspace.close());

/** Every call for one automated report, with its id in the path, the query or the body. */
const byAddress = ["get-automation", "automation-info", "test-ftp", "test-webhook", "webhook-secret", "get-run"];
const asked = (id: string): string[] => [
  ...byAddress.map((name) => `automations/${name}/${id}`),
  `automations/history?id=${id}`,
  `automations/get-slots/${id}?from=2026-11-01&to=2026-11-30`,
  `reporting/automation-history/${id}`,
];
const told = ["clone", "delete", "test-automation/", "forget-host-key", "new-webhook-secret"];

describe("calls by an id", () => {
  const ids = ["__proto__", "constructor", "x".repeat(101), "%2e%2e%2fx", "a%00b", "%ff", "x%0d%0aSet-Cookie:a=b", "*"];
  it.each(ids)("find no report by %s", async (id) => {
    for (const path of asked(id)) {
      const reply = await merchant.call("GET", path);
      expect([path, [400, 404].includes(reply.status)]).toEqual([path, true]);
      expect(reply.envelope.ErrorMessage).toMatch(/\w.*\.$/);
    }
  });
  it.each([5, null, ["x"], {}, "", "x".repeat(101), "a\0", "__proto__"])(
    "are refused for the invalid id %j",
    async (id) => {
      for (const call of told) {
        const reply = await merchant.call("POST", `automations/${call}`, id);
        expect([call, [400, 404].includes(reply.status)]).toEqual([call, true]);
        expect(reply.envelope.ErrorMessage).toMatch(/\w.*\.$/);
      }
    },
  );
  it("find no report of another shop", async () => {
    const other = await workspace.givenMerchant("other-shop");
    for (const path of asked(automation.id))
      expect([path, (await other.call("GET", path)).status]).toEqual([path, 404]);
    for (const call of told)
      expect([call, (await other.call("POST", `automations/${call}`, automation.id)).status]).toEqual([call, 404]);
    const start = await other.call("POST", "automations/start", { id: automation.id, CatchUp: "nothing" });
    expect([start.status, (await other.call("PUT", "automations/update-automation", automation)).status]).toEqual([
      404, 404,
    ]);
  });
});

describe("other parameters", () => {
  it.each(shapes)("refuse a start with %s in a field", async (_name, value) => {
    for (const field of ["id", "CatchUp"]) {
      const body = { id: automation.id, CatchUp: "nothing", [field]: value };
      const reply = await merchant.call("POST", "automations/start", body);
      expect([field, reply.status]).toEqual([field, 400]);
      expect(reply.envelope.ErrorMessage).toContain(field);
    }
  });

  it.each(["", "All", "NOTHING", "each ", "__proto__"])("refuse a start with the choice %j", async (CatchUp) => {
    const reply = await merchant.call("POST", "automations/start", { id: automation.id, CatchUp });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      400,
      expect.stringMatching(/^CatchUp must be one of/),
    ]);
  });

  it.each([
    "",
    "?from=2026-11-01",
    "?from=2026-11-01&to=soon",
    "?from=2026-02-30&to=2026-03-01",
    "?from=2026-11-30&to=2026-11-01",
    "?from=0000-00-00&to=9999-99-99",
    "?from=2020-01-01&to=2026-11-01",
    "?from=-271821-04-20&to=2026-11-01",
    "?from=2026-11-01T00:00:00Z&to=2026-11-02",
    "?from=2026-11-01&to=2026-11-02&to=2026-11-03",
    "?from[]=2026-11-01&to=2026-11-02",
    "?from=2026-11-01&to=2026-11-02&zone=x",
    "?from=%00&to=2026-11-02",
  ])("refuse '%s' as the days of slots", async (query) => {
    const reply = await merchant.call("GET", `automations/get-slots/${automation.id}${query}`);
    expect(reply.status).toBe(400);
    expect(reply.envelope.ErrorMessage).toMatch(/from|to|zone/);
    expect(reply.envelope.ErrorMessage).toMatch(/\.$/);
  });

  it("accept any calendar day for slots and return none for a day without slots", async () => {
    for (const query of ["?from=1970-01-01&to=1970-01-01", "?from=2099-12-01&to=2100-01-01"]) {
      const reply = await merchant.call<unknown[]>("GET", `automations/get-slots/${automation.id}${query}`);
      expect([query, reply.status, reply.data]).toEqual([query, 200, []]);
    }
  });

  it("find no history before an unknown run", async () => {
    for (const before of ["__proto__", "x", "%ff", "a%00b", "x".repeat(101)]) {
      const reply = await merchant.call<unknown[]>(
        "GET",
        `reporting/automation-history/${automation.id}?before=${before}`,
      );
      expect([before, reply.status === 200 ? reply.data : []]).toEqual([before, []]);
      expect([200, 400, 404]).toContain(reply.status);
    }
  });
});

it("none of these calls logs an unexpected failure", () => {
  expect(workspace.logged()).not.toContain("a request failed unexpectedly");
});
