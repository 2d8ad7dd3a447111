import { execute, type GraphQLError, getVariableValues } from "graphql";
import type { Bucket } from "./bucket.ts";
import type { RequestContext } from "./context.ts";
import { actualCost, costDetails, planCost, requestedCost } from "./cost.ts";
import { operationOf, preparedDocument } from "./documents.ts";
import { demoSchema } from "./schema.ts";

/** Highest cost of a query, on any plan (P-4.4). */
const MAX_QUERY_COST = 1000;

export type GraphqlRequest = { query: string; variables: Readonly<Record<string, unknown>>; operationName?: string };
export type GraphqlOutcome = {
  body: Record<string, unknown>;
  kind: "answered" | "throttled" | "refused";
};

const THROTTLED = {
  message: "Throttled",
  extensions: { code: "THROTTLED", documentation: "https://shopify.dev/api/usage/rate-limits" },
};

const refused = (errors: readonly Pick<GraphQLError, "toJSON">[]): GraphqlOutcome => ({
  body: { errors: errors.map((error) => error.toJSON()) },
  kind: "refused",
});

export type ExecuteOptions = {
  request: GraphqlRequest;
  context: RequestContext;
  bucket: Bucket;
  /** The bucket's time, epoch ms. */
  wall: () => number;
  debug: boolean;
  /** Throttles even if the bucket has points. */
  forceThrottle: boolean;
};

/** Executes a document as the platform does: checks it, takes the requested cost, returns the unused part. */
export const executeRequest = async (options: ExecuteOptions): Promise<GraphqlOutcome> => {
  const { request, context, bucket, wall } = options;
  const schema = demoSchema();
  const prepared = preparedDocument(request.query);
  if ("errors" in prepared) return refused(prepared.errors);
  const { document } = prepared;
  const operation = operationOf(document, request.operationName);
  if (!operation) return { body: { errors: [{ message: "No operation of that name." }] }, kind: "refused" };
  const coerced = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables);
  if (coerced.errors) return refused(coerced.errors);

  const plan = planCost(schema, document, operation, coerced.variableValues);
  const requested = requestedCost(plan);
  const cost = (actual: number | null) => ({
    requestedQueryCost: requested,
    actualQueryCost: actual,
    throttleStatus: bucket.status(wall()),
    ...(options.debug ? { fields: costDetails(plan) } : {}),
  });
  if (requested > MAX_QUERY_COST) {
    const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${MAX_QUERY_COST}).`;
    const extensions = { code: "MAX_COST_EXCEEDED", cost: requested, maxCost: MAX_QUERY_COST };
    return { body: { errors: [{ message, extensions }], extensions: { cost: cost(null) } }, kind: "refused" };
  }
  if (options.forceThrottle || !bucket.take(requested, wall()))
    return { body: { errors: [THROTTLED], extensions: { cost: cost(null) } }, kind: "throttled" };

  const result = await execute({
    schema,
    document,
    contextValue: context,
    variableValues: request.variables,
    ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
  });
  const actual = actualCost(plan, result.data);
  bucket.refund(requested - actual, wall());
  const search = context.reports.map(({ path, query, search: compiled }) => ({
    path,
    query,
    parsed: compiled.parsed,
    warnings: compiled.warnings,
  }));
  return {
    kind: "answered",
    body: {
      ...(result.data === undefined ? {} : { data: result.data }),
      ...(result.errors ? { errors: result.errors.map((error) => error.toJSON()) } : {}),
      extensions: { cost: cost(actual), ...(search.length > 0 ? { search } : {}) },
    },
  };
};
