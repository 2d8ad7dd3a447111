import { readFileSync } from "node:fs";
import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema, isAbstractType, isObjectType } from "graphql";
import { guardSchema } from "./access.ts";
import type { RequestContext } from "./context.ts";
import { orderResolvers } from "./order-resolvers.ts";
import { rootResolvers } from "./root-resolvers.ts";

/** Concrete type behind an interface or union: its `__typename`, else from its gid. */
const typeNameOf = (value: unknown): string => {
  if (typeof value === "object" && value !== null) {
    if ("__typename" in value && typeof value.__typename === "string") return value.__typename;
    if ("id" in value && typeof value.id === "string") return value.id.split("/").at(-2) ?? "";
  }
  throw new Error("The demo store cannot tell the type of a value.");
};

let builtSchema: GraphQLSchema | undefined;

/** The schema with its resolvers; built once per process. */
export const demoSchema = (): GraphQLSchema => {
  if (builtSchema) return builtSchema;
  const schema = buildSchema(readFileSync(new URL("../schema.graphql", import.meta.url), "utf8"));
  for (const [name, fields] of [...Object.entries(orderResolvers), ...Object.entries(rootResolvers)]) {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`The schema has no object type ${name}.`);
    for (const [fieldName, resolve] of Object.entries(fields)) {
      const field = type.getFields()[fieldName];
      if (!field) throw new Error(`The schema has no ${name}.${fieldName}.`);
      field.resolve = resolve as GraphQLFieldResolver<unknown, RequestContext>;
    }
  }
  for (const type of Object.values(schema.getTypeMap())) if (isAbstractType(type)) type.resolveType = typeNameOf;
  guardSchema(schema);
  builtSchema = schema;
  return schema;
};
