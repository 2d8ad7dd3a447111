import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { ApiDocument } from "./openapi-calls.ts";

/** An API response. `path`: below `/api/`, with its query. `events`: `text` is one event of a stream. */
export type HeldAnswer = { method: string; path: string; status: number; text: string; events?: boolean };

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const bare = (path: string): string => path.replace(/[?#].*$/, "").replace(/^\/|\/$/g, "");

/** Finds an address's path in the document. Paths without parameters come first. */
const finderOf = ({ paths }: ApiDocument) => {
  const templates = Object.keys(paths).map((template) => ({
    template,
    form: new RegExp(`^${bare(template).replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    parameters: template.split("{").length,
  }));
  templates.sort((one, other) => one.parameters - other.parameters);
  return (path: string) => templates.find(({ form }) => form.test(bare(path)))?.template;
};

/**
 * Checks answers against the OpenAPI document.
 * @returns a check that throws an error with the call, its error code and the mismatch
 */
export const holdToDocument = (document: ApiDocument) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  ajv.addSchema(document, "api");
  const templateOf = finderOf(document);
  const known = new Map<string, ValidateFunction>();
  const judge = (place: string, value: unknown): string | undefined => {
    const validate = known.get(place) ?? ajv.compile({ $ref: `api#${encodeURI(place)}` });
    known.set(place, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: "" });
  };
  const refused = pointer("components", "schemas", "Refused");

  const mismatch = ({ method, path, status, text, events = false }: HeldAnswer): string | undefined => {
    const envelope = JSON.parse(text) as { Ok?: unknown };
    const template = templateOf(path);
    const operation = template === undefined ? undefined : document.paths[template]?.[method.toLowerCase()];
    if (template === undefined || operation === undefined)
      return status < 400 ? "The document has no such call." : judge(refused, envelope);
    const told = status >= 500 ? "5XX" : String(status);
    const response = operation.responses?.[told];
    if (!response) return `The document does not tell of the status ${status}.`;
    if (told !== "200") return judge(refused, envelope);
    const type = events ? "text/event-stream" : "application/json";
    const schema = response.content?.[type]?.schema;
    const place = pointer("paths", template, method.toLowerCase(), "responses", told, "content", type, "schema");
    if (events) return judge(place, envelope);
    if (envelope.Ok !== false) return judge(schema?.oneOf ? `${place}/oneOf/0` : place, envelope);
    return schema?.oneOf ? judge(`${place}/oneOf/1`, envelope) : "The document does not tell of a rule that refuses.";
  };

  return (answer: HeldAnswer): void => {
    const { method, path, status, text } = answer;
    if (method === "HEAD" || bare(path) === "openapi.json") return;
    const wrong = mismatch(answer);
    if (wrong === undefined) return;
    const code = (JSON.parse(text) as { ErrorCode?: string }).ErrorCode ?? "no code";
    throw new Error(`${method} ${path} answered ${status} (${code}) against the OpenAPI document: ${wrong}`);
  };
};

type Check = ReturnType<typeof holdToDocument>;

/** The servers' check, fetched once: all servers of a test run have the same document. */
let served: Promise<Check> | undefined;

const askDocument = async (baseUrl: string): Promise<Check> => {
  const response = await fetch(`${baseUrl}/api/openapi.json`);
  if (!response.ok) throw new Error(`The OpenAPI document was answered with ${response.status}.`);
  return holdToDocument((await response.json()) as ApiDocument);
};

/**
 * Returns the check by the document of the server at `baseUrl`.
 * @throws the server gives none, as when killed; the next call asks again
 */
export const heldToServed = (baseUrl: string): Promise<Check> => {
  served ??= askDocument(baseUrl).catch((error: unknown) => {
    served = undefined;
    throw error;
  });
  return served;
};

/** Calls `{baseUrl}/api/{path}` like `fetch`, for what a test client can't send, and checks the response. */
export const fetchHeld = async (baseUrl: string, path: string, init: RequestInit): Promise<Response> => {
  const response = await fetch(`${baseUrl}/api/${path}`, init);
  const text = await response.clone().text();
  (await heldToServed(baseUrl))({ method: init.method ?? "GET", path, status: response.status, text });
  return response;
};
