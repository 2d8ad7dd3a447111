/** An OpenAPI document's calls, with valid addresses, queries and bodies. */

export type Schema = {
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
};
type Operation = {
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
  summary?: string;
  description?: string;
  tags?: string[];
};
export type ApiDocument = {
  openapi: string;
  tags?: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};
export type ApiCall = {
  method: string;
  /** With `{name}` for parameters, without the slash before it. */
  template: string;
  /** The template with `x` for each parameter. */
  path: string;
  operation: Operation;
  schema: Schema | undefined;
  body: unknown;
  /** Required parameters as `?name=value`, or empty. */
  query: string;
  /** Sends events until the client leaves: don't wait for its end. */
  streams: boolean;
};

/** Makes a value that a schema accepts. */
const sample = (schema: Schema): unknown => {
  const choice = (schema.oneOf ?? schema.anyOf)?.[0];
  if (choice) return sample(choice);
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case "string":
      return schema.format === "date" ? "2026-11-20" : "text";
    case "boolean":
      return false;
    case "number":
    case "integer":
      return 1;
    case "array":
      return [];
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sample(inner)]));
    default:
      return null;
  }
};

/** Lists the document's calls in order. */
export const callsOf = ({ paths }: ApiDocument): ApiCall[] =>
  Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const template = address.slice(1);
      const schema = operation.requestBody?.content["application/json"].schema;
      const asked = operation.parameters.filter((one) => one.in === "query" && one.required);
      const query = new URLSearchParams(
        asked.map((one): [string, string] => [one.name, one.name === "location" ? "manual" : "x"]),
      ).toString();
      return {
        method: method.toUpperCase(),
        template,
        path: template.replaceAll(/\{\w+\}/g, "x"),
        operation,
        schema,
        body: schema && sample(schema),
        query: query === "" ? "" : `?${query}`,
        streams: operation.responses?.["200"]?.content?.["text/event-stream"] !== undefined,
      };
    }),
  );
