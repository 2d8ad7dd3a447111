import { z } from "zod";
import { listRefusals, refusalMeanings } from "./refusals.ts";
import type { Route } from "./route.ts";

const nothing = { type: "null" };
const fields = ["Ok", "Data", "ErrorCode", "ErrorMessage", "ErrorDetails", "ErrorHelp"];

const envelopeOf = (data: object) => ({
  type: "object",
  required: fields,
  properties: {
    Ok: { const: true },
    Data: data,
    ErrorCode: nothing,
    ErrorMessage: nothing,
    ErrorDetails: nothing,
    ErrorHelp: nothing,
  },
});

const refused = {
  type: "object",
  required: fields,
  properties: {
    Ok: { const: false },
    Data: nothing,
    ErrorCode: { type: "string", description: "Stable, for programs" },
    ErrorMessage: { type: "string", description: "A sentence for a merchant" },
    ErrorDetails: { type: ["string", "null"] },
    ErrorHelp: { type: ["string", "null"] },
  },
};
const refusedRef = { $ref: "#/components/schemas/Refused" };

const json = (schema: object) => ({ "application/json": { schema } });

const answers: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    Object.entries(refusalMeanings).map(([status, description]) => [
      status,
      { description, content: json(refusedRef) },
    ]),
  ),
  "5XX": {
    description: "Something went wrong on our side, or the store platform isn't answering. Try again later.",
    content: json(refusedRef),
  },
};

/** Descriptions by the first part of the path. */
const tags: Readonly<Record<string, string>> = {
  account: "Log in, pass the gates before the product, and log out.",
  "app-config": "What a page knows before anybody is logged in.",
  appData: "What pages keep for the shop, and what the shop may use.",
  automations: "Reports that are made on schedule, their destinations and their runs.",
  configuration: "Preferences that hold for all reports.",
  data: "The catalog of columns.",
  filters: "Filters that choose orders, their history and values to choose from.",
  instrumentation: "Whether the server can be reached, and what is away.",
  locations: "The shop's locations.",
  orders: "Count, check and list orders before a report is made.",
  privacy: "Who received a customer's data, and what customers asked for.",
  reportData: "Rows of reports to look at: previews, the live report and local statuses.",
  reporting: "Exports: request, follow, cancel and repeat them.",
  reports: "Report designs, their columns and their history.",
  support: "Messages to support, and what support may do at the shop.",
};

const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: "query" | "path"): object[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, "input") as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
};

const bodyOf = (route: Route) => {
  if (!route.body) return {};
  const plain = toJsonSchema(route.body, "input");
  const schema = route.bare
    ? {
        oneOf: [
          plain,
          { type: "object", required: [route.bare], properties: { [route.bare]: plain }, additionalProperties: false },
        ],
      }
    : plain;
  return {
    requestBody: { required: !route.body.safeParse(undefined).success, content: json(schema) },
  };
};

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: false,
  description,
  schema: { type: "string" },
});

const eventsOf = (route: Route) => ({
  description:
    "Server-sent events until the caller goes away, the session ends or ten minutes are over. What an event says is JSON; `id` is where to go on from.",
  content: { "text/event-stream": { schema: toJsonSchema(route.data, "output") } },
});

const answerOf = ({ data, refuses }: Route) => {
  const answered = envelopeOf(toJsonSchema(data, "output"));
  return refuses.includes("rule")
    ? {
        description: "Ok is true, with Data; or false, when a rule refuses and ErrorMessage says why.",
        content: json({ oneOf: [answered, refusedRef] }),
      }
    : { description: "Ok is true, with Data.", content: json(answered) };
};

const answerRef = (status: number | string) => `#/components/responses/${status}`;

const operationOf = (route: Route) => ({
  summary: route.summary,
  description: route.description,
  operationId: `${route.method.toLowerCase()} ${route.path}`.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/-$/, ""),
  tags: [route.path.split("/")[0]],
  security: route.access === "anonymous" ? [] : [{ token: [] }],
  parameters: [
    ...parametersOf(route.params, "path"),
    ...parametersOf(route.query, "query"),
    ...(route.method === "GET"
      ? []
      : [header("x-command-id", "A UUID; the same command sent again answers the first result.")]),
    ...(route.ifMatch
      ? [header("If-Match", "The ETag of what the user saw: what others changed since then is merged or refused.")]
      : []),
    ...(route.reads.length === 0
      ? []
      : [header("x-await-position", "Wait, up to 2 s, for what a command answered in x-event-position.")]),
  ],
  ...bodyOf(route),
  responses: {
    200: route.events ? eventsOf(route) : answerOf(route),
    ...Object.fromEntries([...listRefusals(route), "5XX"].map((status) => [status, { $ref: answerRef(status) }])),
  },
});

/** Builds the document from the schemas that validate the calls. */
export const buildOpenApi = (routes: readonly Route[], options: { version: string; server: string }) => ({
  openapi: "3.1.0",
  info: {
    title: "Sheaf",
    version: options.version,
    description:
      "Every answer is an envelope. Ok tells success from refusal, Data holds the answer, and ErrorMessage a sentence for a merchant. A rule's refusal has status 200.",
  },
  servers: [{ url: options.server }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    schemas: { Refused: refused },
    responses: answers,
  },
  paths: Object.fromEntries(
    [...Map.groupBy(routes, (route) => `/${route.path}`)].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  ),
});
