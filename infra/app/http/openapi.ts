import { z } from "zod";
import type { Route } from "./route.ts";

const envelopeOf = (data: object) => ({
  type: "object",
  required: ["Ok", "Data", "ErrorCode", "ErrorMessage", "ErrorDetails", "ErrorHelp"],
  properties: {
    Ok: { type: "boolean" },
    Data: data,
    ErrorCode: { type: ["string", "null"] },
    ErrorMessage: { type: ["string", "null"] },
    ErrorDetails: { type: ["string", "null"] },
    ErrorHelp: { type: ["string", "null"] },
  },
});

const schemaOf = (schema: z.ZodType, io: "input" | "output"): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: "query" | "path"): object[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
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
  const plain = schemaOf(route.body, "input");
  const schema = route.bare
    ? {
        oneOf: [
          plain,
          { type: "object", required: [route.bare], properties: { [route.bare]: plain }, additionalProperties: false },
        ],
      }
    : plain;
  return {
    requestBody: { required: !route.body.safeParse(undefined).success, content: { "application/json": { schema } } },
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
  content: { "text/event-stream": { schema: schemaOf(route.data, "output") } },
});

const operationOf = (route: Route) => ({
  summary: route.summary,
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
    200: route.events
      ? eventsOf(route)
      : {
          description: "The envelope. Ok false is a rule's refusal.",
          content: { "application/json": { schema: envelopeOf(schemaOf(route.data, "output")) } },
        },
    default: {
      description:
        "The envelope of an error. Where it is about fields, ErrorDetails is JSON: of a 400 [{field, message}], of a 409 [{field, by, at, current, wanted}].",
      content: { "application/json": { schema: envelopeOf({ type: "null" }) } },
    },
  },
});

/** The OpenAPI 3.1 document of the declared calls, from the schemas that validate them. */
export const openApiOf = (routes: readonly Route[], options: { version: string; server: string }) => ({
  openapi: "3.1.0",
  info: { title: "Sheaf", version: options.version },
  servers: [{ url: options.server }],
  components: { securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
  paths: Object.fromEntries(
    [...Map.groupBy(routes, (route) => `/${route.path}`)].map(([path, group]) => [
      path,
      Object.fromEntries(group.map((route) => [route.method.toLowerCase(), operationOf(route)])),
    ]),
  ),
});
