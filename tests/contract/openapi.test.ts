import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toErrorEnvelope, toOkEnvelope } from "#application/http/api-error.ts";
import { holdToDocument } from "#tests/support/hold-to-document.ts";
import { type ApiCall, type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";
import { startWebForTests } from "#tests/support/web-for-tests.ts";

let document: ApiDocument;
let calls: ApiCall[] = [];
let text = "";
beforeAll(async () => {
  const web = await startWebForTests();
  try {
    text = await (await web.fetchRaw("GET", "/api/openapi.json")).text();
  } finally {
    await web.close();
  }
  document = JSON.parse(text) as ApiDocument;
  calls = callsOf(document);
});
afterAll(() => expect(calls.length).toBeGreaterThan(90));

const nameOf = ({ method, template }: ApiCall) => `${method} ${template}`;
const lacking = (isRight: (call: ApiCall) => boolean) => calls.filter((call) => !isRight(call)).map(nameOf);
const tells = ({ operation }: ApiCall, ...statuses: number[]) =>
  statuses.every((status) => operation.responses?.[status] !== undefined);
const callAt = (name: string) => {
  const found = calls.find((call) => nameOf(call) === name);
  if (!found) throw new Error(`The document has no ${name}.`);
  return found;
};

describe("the OpenAPI document (R-9)", () => {
  it("describes every call in more than its name and summary", () => {
    expect(
      lacking(({ operation: { description = "", summary = "" } }) => {
        const first = description.split(".")[0] ?? "";
        return description.length >= 40 && /[.]$/.test(description) && !summary.includes(first);
      }),
    ).toEqual([]);
    // Calls that every kind of item has may share a description.
    const told = (call: ApiCall) => [call.template.split("/").at(-1), call.operation.description];
    const verbs = Map.groupBy(calls.map(told), ([, description]) => description);
    expect([...verbs.values()].filter((these) => new Set(these.map(([verb]) => verb)).size > 1)).toEqual([]);
  });

  it("gives every call a tag that is described, and describes no other", () => {
    const used = new Set(calls.flatMap(({ operation }) => operation.tags ?? []));
    expect(lacking(({ operation }) => operation.tags?.length === 1)).toEqual([]);
    expect((document.tags ?? []).map(({ name }) => name).sort()).toEqual([...used].sort());
    expect((document.tags ?? []).filter(({ description }) => description.length < 15)).toEqual([]);
  });

  it("lists the error statuses of every call", () => {
    expect(lacking((call) => tells(call, 400, 429))).toEqual([]);
    expect(lacking((call) => call.operation.security.length === 0 || tells(call, 401, 403))).toEqual([]);
    expect(lacking((call) => call.method === "GET" || tells(call, 413, 415))).toEqual([]);
    expect(lacking((call) => !/\{\w*id\}/i.test(call.template) || tells(call, 404))).toEqual([]);
    const saves = (call: ApiCall) =>
      call.operation.parameters.some(({ name }) => name === "If-Match") && !call.template.endsWith("/set-ordering");
    expect(calls.filter(saves).length).toBe(4);
    expect(lacking((call) => !saves(call) || tells(call, 409))).toEqual([]);
  });

  it.each([
    "POST account/accept-terms",
    "POST reports/create-new",
    "POST filters/create-new",
    "POST automations/create-new",
    "POST automations/test-automation/",
  ])("documents that a rule can refuse %s", (name) => {
    const hold = holdToDocument(document);
    const { method, template } = callAt(name);
    const refused = JSON.stringify(toErrorEnvelope({ status: 200, code: "rule", message: "The quota is used up." }));
    expect(() => hold({ method, path: template, status: 200, text: refused })).not.toThrow();
  });

  it("has schemas that a validator accepts, including references", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "api");
    const places = [...text.matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, place]) => place ?? "");
    expect(places.length).toBeGreaterThan(500);
    for (const place of new Set(places)) expect(() => ajv.compile({ $ref: `api${place}` })).not.toThrow();
  });
});

describe("a response in a test", () => {
  const ok = (data: unknown) => JSON.stringify(toOkEnvelope(data));
  const refused = JSON.stringify(toErrorEnvelope({ status: 404, code: "unknown", message: "It isn't there." }));

  const names = { method: "GET", path: "locations/get-names" };
  const permissions = { method: "GET", path: "account/permissions" };
  const newReport = { method: "POST", path: "reports/create-new" };
  const events = { method: "GET", path: "reportData/live-events", events: true };

  it.each([
    ["with an undocumented status", { ...names, status: 404, text: refused }, "unknown", "status 404"],
    ["with an undocumented rule's refusal", { ...names, status: 200, text: refused }, "unknown", "rule"],
    [
      "with other data",
      { ...names, path: "locations/get-names?x=1", status: 200, text: ok([1]) },
      "no code",
      "/Data/0",
    ],
    [
      "with an extra field",
      { ...permissions, status: 200, text: ok({ Granted: [], More: 1 }) },
      "no code",
      "additional",
    ],
    ["without an envelope", { ...permissions, status: 200, text: "{}" }, "no code", "Ok"],
    ["with a refusal in the wrong format", { ...names, status: 401, text: "{}" }, "no code", "Ok"],
    [
      "with a rule's refusal in the wrong format",
      { ...newReport, status: 200, text: '{"Ok":false}' },
      "no code",
      "'Data'",
    ],
    ["with an event in the wrong format", { ...events, status: 200, text: '{"More":1}' }, "no code", "required"],
    [
      "of an undocumented call",
      { ...names, path: "locations/nothing", status: 200, text: ok([]) },
      "no code",
      "no such call",
    ],
    [
      "with a refusal in the wrong format from an undocumented call",
      { ...names, path: "locations/nothing", status: 404, text: "{}" },
      "no code",
      "Ok",
    ],
  ])("fails %s, with call, code and mismatch", (_name, answer, code, words) => {
    const { method, path, status } = answer;
    const check = () => holdToDocument(document)(answer);
    expect(check).toThrow(`${method} ${path} answered ${status} (${code}) against the OpenAPI document: `);
    expect(check).toThrow(new RegExp(words));
  });

  it("passes if it follows the document", () => {
    const hold = holdToDocument(document);
    hold({ ...names, status: 200, text: ok(["Berlin"]) });
    hold({ ...names, status: 401, text: refused });
    hold({ ...names, status: 503, text: refused });
    hold({ method: "GET", path: "reports/get/with-columns/1", status: 404, text: refused });
    hold({ method: "DELETE", path: "locations/get-names", status: 405, text: refused });
  });
});
