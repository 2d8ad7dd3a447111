import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { HistoryPage } from "#domain/wire/history.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import { type ApiCall, type ApiDocument, callsOf } from "#tests/support/openapi-calls.ts";

/** An API call's answer with its headers. */
export type Said = { call: string; template: string; status: number; text: string };

/** Ids of a shop's items, and versions of its automated reports, to use in calls. */
export type Known = {
  automations: readonly string[];
  runs: readonly string[];
  exports: readonly string[];
  designs: readonly string[];
  filters: readonly string[];
  versions: readonly number[];
};

const tell = async (merchant: Merchant, method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${merchant.client.baseUrl}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${merchant.client.token()}`,
      ...(method === "GET" ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const saidBy = async (reply: Response, call: string, template: string): Promise<Said> => ({
  call,
  template,
  status: reply.status,
  text: `${JSON.stringify([...reply.headers])} ${await reply.text()}`,
});

/** All that a shop has and anybody may ask about, from its own lists. */
export const knownOf = async ({ client }: Merchant, automations: readonly string[]): Promise<Known> => {
  const runs: AutomationHistoryItem[] = [];
  let newest = 0;
  for (const id of automations) {
    runs.push(...(await client.data<AutomationHistoryItem[]>("GET", `reporting/automation-history/${id}`)));
    const { Items } = await client.data<HistoryPage>("GET", `automations/history?id=${id}`);
    newest = Math.max(newest, ...Items.map(({ Version }) => Version));
  }
  const idsOf = async (path: string) => (await client.data<{ id: string }[]>("GET", path)).map(({ id }) => id);
  return {
    automations,
    runs: runs.map(({ RunId }) => RunId),
    exports: runs.flatMap(({ ReportExportId }) => ReportExportId ?? []),
    designs: await idsOf("reports/get-reports"),
    filters: await idsOf("filters/get-filters"),
    versions: Array.from({ length: newest + 1 }, (_, version) => version),
  };
};

const idsFor = (template: string, known: Known): readonly string[] => {
  if (template.startsWith("filters/")) return known.filters;
  if (template.startsWith("reports/") || template.startsWith("reportData/")) return known.designs;
  if (template === "automations/send-again") return known.runs;
  if (template.includes("automation")) return known.automations;
  // Impersonation sessions have ids that nobody here knows.
  if (template === "support/end-look") return ["5b2f5c0e-7a61-8c7d-9a41-0d4f6a6a2c11"];
  if (template.startsWith("reporting/")) return known.exports;
  throw new Error(`Add what the id of ${template} belongs to.`);
};

/** Real values of a parameter; a new one has to be named here, so that no call is asked about nothing. */
const valuesOf = (name: string, template: string, known: Known): readonly string[] => {
  switch (name) {
    case "id":
      return idsFor(template, known);
    case "runId":
      return known.runs;
    case "version":
      return known.versions.map(String);
    case "from":
    case "to":
      return ["2026-11-01"];
    case "reportId":
      return known.designs;
    case "orderId":
      return ["5000000000001"];
    case "location":
      return ["manual"];
    case "field":
      return ["shipping_countries"];
    case "url":
      return ["https://aurora-demo.myshopify.com/admin/orders?query=tag"];
    default:
      throw new Error(`Add a real ${name} for ${template}.`);
  }
};

/** Every address of a call: each real value of one parameter with each of the others. */
const addressesOf = ({ template, operation }: ApiCall, known: Known): string[] => {
  const asked = operation.parameters.filter((one) => one.required && one.in !== "header");
  let addresses = [{ path: template, query: new URLSearchParams() }];
  for (const { name, in: place } of asked)
    addresses = addresses.flatMap(({ path, query }) =>
      valuesOf(name, template, known).map((value) => ({
        path: place === "path" ? path.replace(`{${name}}`, encodeURIComponent(value)) : path,
        query: new URLSearchParams([...query, ...(place === "query" ? [[name, value] as [string, string]] : [])]),
      })),
    );
  return addresses.map(({ path, query }) => (query.size > 0 ? `${path}?${query}` : path));
};

/** Command bodies for existing items: an id alone, several, one with a version, or a whole item. */
const bodiesOf = async (merchant: Merchant, { template, schema, body }: ApiCall, known: Known): Promise<unknown[]> => {
  // A new automated report needs no filter yet.
  if (!schema || template === "automations/create-new") return [undefined];
  if (template === "automations/update-automation")
    return Promise.all(
      known.automations.map(async (id) => {
        const { envelope } = await merchant.client.call<object>("GET", `automations/get-automation/${id}`);
        // An unauthenticated caller has none.
        return { ...(envelope.Ok ? envelope.Data : (body as object)), id, title: `Renamed ${id.slice(0, 8)}` };
      }),
    );
  const wanted = schema.oneOf?.[0] ?? schema;
  if (wanted.type === "string" && !template.includes("send-message")) return [...idsFor(template, known)];
  if (wanted.type === "array" && /ordering|poll/.test(template)) return [idsFor(template, known)];
  if (wanted.properties?.id) {
    const ids = idsFor(template, known);
    const at = wanted.properties.version ? { version: known.versions.at(-1) } : {};
    return ids.map((id) => ({ ...(body as object), id, ...at }));
  }
  return [body];
};

/** Calls that delete come late, and calls that restore come after them. */
const turnOf = ({ method, template }: ApiCall): number => {
  if (method === "GET") return 0;
  return template.endsWith("/delete") ? 2 : template.endsWith("/restore") ? 3 : 1;
};
/** They change who is logged in and what is paid, and say nothing of reports. */
const isAccount = ({ method, template }: ApiCall): boolean => method !== "GET" && template.startsWith("account/");

/**
 * Sends every call of the API for all items, and repeats all reads after items are deleted and restored. Returns the
 * answers.
 */
export const askEverything = async (
  merchant: Merchant,
  document: ApiDocument,
  known: Known,
  only: (call: ApiCall) => boolean = () => true,
): Promise<Said[]> => {
  // An event stream sends nothing at first. Its events have their own tests (query-api/live/live-events.test.ts).
  const calls = callsOf(document).filter((call) => !isAccount(call) && !call.streams && only(call));
  const said: Said[] = [];
  const ask = async (call: ApiCall): Promise<void> => {
    const { method, template } = call;
    for (const address of addressesOf(call, known))
      for (const body of await bodiesOf(merchant, call, known))
        said.push(await saidBy(await tell(merchant, method, address, body), `${method} ${address}`, template));
  };
  const turn = (n: number) => calls.filter((call) => turnOf(call) === n);
  for (const n of [0, 1, 2, 0, 3]) for (const call of turn(n)) await ask(call);
  return said;
};

/**
 * Says of each command something that it cannot take, with a secret as the value of each field; answers what was said.
 */
export const askWrongly = async (merchant: Merchant, document: ApiDocument, secret: string): Promise<Said[]> => {
  const said: Said[] = [];
  for (const { method, template, path, query, schema, body, streams } of callsOf(document)) {
    if (template.startsWith("account/") || streams) continue;
    if (method === "GET" || !schema) {
      const address = `${path.replaceAll(/\bx\b/g, secret)}${query.replaceAll(/=(x|manual)\b/g, `=${secret}`)}`;
      said.push(await saidBy(await tell(merchant, method, address), `${method} ${template} wrongly`, template));
      continue;
    }
    const inEach = Object.keys((body as object | null) ?? {}).map((name) => ({
      ...(body as object),
      [name]: { of: secret },
    }));
    // The name of an unknown field is repeated, its content isn't.
    for (const wrong of [...inEach, { ...(body as object), other: secret }, [[secret]], { value: [secret] }])
      said.push(await saidBy(await tell(merchant, method, path, wrong), `${method} ${template} wrongly`, template));
  }
  return said;
};
