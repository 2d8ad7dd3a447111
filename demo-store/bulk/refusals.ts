import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from "graphql";

/** A refusal in the platform's words (P-4.6). */
export type BulkUserError = {
  field: string[] | null;
  message: string;
  code: "INVALID" | "OPERATION_IN_PROGRESS" | "LIMIT_REACHED";
};

export type CheckedBulkQuery = { operation: OperationDefinitionNode } | { refusals: BulkUserError[] };

const maxConnections = 5;
const maxDepth = 2;
/** Longest query text, bytes. */
const maxBytes = 65_535;

const invalid = (message: string): BulkUserError => ({ field: ["query"], message, code: "INVALID" });

/** Parses a bulk query, or returns all reasons to refuse it. */
export const checkBulkQuery = (schema: GraphQLSchema, text: string): CheckedBulkQuery => {
  if (Buffer.byteLength(text) > maxBytes) return { refusals: [invalid("Query is too large")] };
  const checked = readQuery(schema, text);
  if ("refusals" in checked) return checked;
  const refusals = refusalsOf(schema, checked.operation);
  return refusals.length > 0 ? { refusals } : checked;
};

const readQuery = (schema: GraphQLSchema, text: string): CheckedBulkQuery => {
  let document: ReturnType<typeof parse>;
  try {
    document = parse(text);
  } catch {
    // The platform gives no details.
    return { refusals: [invalid("Invalid bulk query: syntax error, unexpected end of file")] };
  }
  const [operation, second] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || operation.operation !== "query")
    return { refusals: [invalid("Invalid operation type. Only `query` operations are supported.")] };
  const [error] = validate(schema, document);
  if (error) return { refusals: [invalid(`Invalid bulk query: ${error.message}`)] };
  if (second || operation.variableDefinitions?.length)
    return { refusals: [invalid("Invalid bulk query: one operation without variables is expected")] };
  return { operation };
};

type Findings = {
  connections: number;
  depth: number;
  byNodes: string[];
  withoutId: string[];
  inList: boolean;
  topNode: boolean;
};
type Around = { name: string; nodes: readonly FieldNode[]; depth: number };

const refusalsOf = (schema: GraphQLSchema, operation: OperationDefinitionNode): BulkUserError[] => {
  const findings: Findings = { connections: 0, depth: 0, byNodes: [], withoutId: [], inList: false, topNode: false };
  const root = schema.getQueryType();
  if (root) inspectField(schema, root, operation.selectionSet, { around: undefined, inList: false }, findings);
  const refusals: BulkUserError[] = [];
  const [example] = findings.byNodes;
  if (example !== undefined)
    refusals.push(
      invalid(
        `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: '${example} { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: ${findings.byNodes.map((name) => `'${name}'`).join(", ")}.`,
      ),
    );
  if (findings.topNode) refusals.push(invalid("Bulk queries cannot contain a top level `node` field."));
  if (findings.depth > maxDepth)
    refusals.push(invalid("Bulk queries cannot contain connections with a nesting depth greater than 2."));
  if (findings.connections > maxConnections)
    refusals.push(invalid("Bulk queries cannot contain more than 5 connections."));
  if (findings.withoutId.length > 0)
    refusals.push(
      invalid(
        `The parent 'node' field for a nested connection must select the 'id' field without an alias and must be of 'ID' return type. Connection fields without 'id': ${findings.withoutId.join(", ")}.`,
      ),
    );
  if (findings.inList)
    refusals.push(invalid("Queries that contain a connection field within a list field are not currently supported."));
  if (findings.connections === 0 && (refusals.length === 0 || (findings.topNode && refusals.length === 1)))
    refusals.push(invalid("Bulk queries must contain at least one connection."));
  return refusals;
};

const fieldsOf = (
  schema: GraphQLSchema,
  type: GraphQLNamedType,
  selection: SelectionSetNode,
): { type: GraphQLNamedType; field: FieldNode }[] =>
  selection.selections.flatMap((one) => {
    if (one.kind === Kind.FIELD) return [{ type, field: one }];
    if (one.kind !== Kind.INLINE_FRAGMENT) return [];
    const inner = one.typeCondition ? schema.getType(one.typeCondition.name.value) : type;
    return inner ? fieldsOf(schema, inner, one.selectionSet) : [];
  });

const inspectField = (
  schema: GraphQLSchema,
  parent: GraphQLNamedType,
  selection: SelectionSetNode,
  where: { around: Around | undefined; inList: boolean },
  found: Findings,
): void => {
  for (const { type, field } of fieldsOf(schema, parent, selection)) {
    const name = field.name.value;
    if (where.around === undefined && (name === "node" || name === "nodes") && type === schema.getQueryType())
      found.topNode = true;
    const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
    if (!definition || !field.selectionSet) continue;
    const inner = getNamedType(definition.type);
    if (inner.name.endsWith("Connection")) inspectConnection(schema, { field, inner }, where, found);
    else
      inspectField(
        schema,
        inner,
        field.selectionSet,
        { ...where, inList: where.inList || isListType(getNullableType(definition.type)) },
        found,
      );
  }
};

const inspectConnection = (
  schema: GraphQLSchema,
  { field, inner }: { field: FieldNode; inner: GraphQLNamedType },
  { around, inList }: { around: Around | undefined; inList: boolean },
  found: Findings,
): void => {
  const name = field.name.value;
  const depth = around ? around.depth + 1 : 0;
  found.connections += 1;
  found.depth = Math.max(found.depth, depth);
  if (inList) found.inList = true;
  const below = field.selectionSet ? fieldsOf(schema, inner, field.selectionSet) : [];
  if (below.some((one) => one.field.name.value === "nodes")) found.byNodes.push(name);
  if (around && !around.nodes.some(selectsId) && !found.withoutId.includes(around.name))
    found.withoutId.push(around.name);
  for (const one of below) {
    const edges = one.field.name.value === "edges";
    if (!edges && one.field.name.value !== "nodes") continue;
    const holder = edges ? nodeOf(one.field) : one.field;
    const edge = isObjectType(inner) ? inner.getFields().nodes : undefined;
    if (!holder?.selectionSet || !edge) continue;
    const nodeType = getNamedType(edge.type);
    const nodes = fieldsOf(schema, nodeType, holder.selectionSet).map((each) => each.field);
    inspectField(schema, nodeType, holder.selectionSet, { around: { name, nodes, depth }, inList: false }, found);
  }
};

const nodeOf = (edges: FieldNode): FieldNode | undefined =>
  edges.selectionSet?.selections.find((one): one is FieldNode => one.kind === Kind.FIELD && one.name.value === "node");

const selectsId = (field: FieldNode): boolean => field.name.value === "id" && field.alias === undefined;
