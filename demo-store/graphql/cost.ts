import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type VariableValues,
} from "graphql";

/**
 * A field's query cost (P-4.4): connection = 2 + g(n) * (1 + cost of the node's selections), object 1, some types 0,
 * counts 10, leaves 0, a mutation 10 plus its selections. An abstract type costs as much as its most expensive member.
 */
export type CostField = {
  key: string;
  kind: "object" | "connection";
  self: number;
  size: number;
  /** Selections below; for a connection those of its nodes. */
  fields: CostField[];
  /** Result keys of a connection's nodes, and of its edges with their node. */
  nodesKey: string | null;
  edgesKey: string | null;
  nodeKey: string | null;
  requested: number;
};

const FREE = new Set(["MoneyBag", "MoneyV2", "MailingAddress", "Weight", "InventoryItemMeasurement", "PageInfo"]);

/** Weighs a page. The weight per item falls with the page size. */
export const weightOfPage = (size: number): number => (size <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(size))));

const total = (fields: readonly CostField[]): number => fields.reduce((sum, field) => sum + field.requested, 0);

export const planCost = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: VariableValues,
): CostField[] => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);

  const applies = (type: GraphQLNamedType, condition: string | undefined): boolean => {
    if (condition === undefined || condition === type.name) return true;
    const wanted = schema.getType(condition);
    return isAbstractType(wanted) && isObjectType(type) && schema.isSubType(wanted, type);
  };
  /** Collects the fields of one concrete type by result key. Duplicates count once. */
  const collect = (
    type: GraphQLNamedType,
    sets: readonly SelectionSetNode[],
    into = new Map<string, FieldNode[]>(),
  ) => {
    for (const set of sets)
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          const key = selection.alias?.value ?? selection.name.value;
          into.set(key, [...(into.get(key) ?? []), selection]);
          continue;
        }
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
        if (fragment && applies(type, fragment.typeCondition?.name.value)) collect(type, [fragment.selectionSet], into);
      }
    return into;
  };
  const setsOf = (nodes: readonly FieldNode[]): SelectionSetNode[] =>
    nodes.flatMap((node) => (node.selectionSet ? [node.selectionSet] : []));

  const below = (type: GraphQLNamedType, sets: readonly SelectionSetNode[]): CostField[] => {
    if (!isAbstractType(type)) return fieldsOf(type, sets);
    const choices = schema.getPossibleTypes(type).map((member) => fieldsOf(member, sets));
    return choices.reduce((best, fields) => (total(fields) > total(best) ? fields : best), []);
  };
  const connectionOf = (key: string, type: GraphQLNamedType, nodes: readonly FieldNode[], size: number): CostField => {
    const inner = collect(type, setsOf(nodes));
    let nodesKey: string | null = null;
    let edgesKey: string | null = null;
    let nodeKey: string | null = null;
    let fields: CostField[] = [];
    const add = (owner: GraphQLNamedType, name: string, own: readonly FieldNode[]): void => {
      if (!isObjectType(owner)) return;
      const field = owner.getFields()[name];
      if (field) fields = [...fields, ...below(getNamedType(field.type), setsOf(own))];
    };
    for (const [innerKey, own] of inner) {
      const name = own[0]?.name.value;
      if (name === "nodes") {
        nodesKey = innerKey;
        add(type, "nodes", own);
      }
      const edge = isObjectType(type) ? type.getFields().edges : undefined;
      if (name !== "edges" || !edge) continue;
      edgesKey = innerKey;
      const edgeType = getNamedType(edge.type);
      for (const [edgeKey, fieldNodes] of collect(edgeType, setsOf(own)))
        if (fieldNodes[0]?.name.value === "node") {
          nodeKey = edgeKey;
          add(edgeType, "node", fieldNodes);
        }
    }
    const requested = 2 + weightOfPage(size) * (1 + total(fields));
    return { key, kind: "connection", self: 2, size, fields, nodesKey, edgesKey, nodeKey, requested };
  };
  const fieldsOf = (type: GraphQLNamedType, sets: readonly SelectionSetNode[]): CostField[] => {
    if (!isObjectType(type) && !isInterfaceType(type)) return [];
    const result: CostField[] = [];
    for (const [key, nodes] of collect(type, sets)) {
      const [node] = nodes;
      const definition = node ? type.getFields()[node.name.value] : undefined;
      if (!node || !definition) continue;
      const named = getNamedType(definition.type);
      if (isLeafType(named)) continue;
      if (named.name.endsWith("Connection")) {
        const args = getArgumentValues(definition, node, variables);
        result.push(connectionOf(key, named, nodes, Number(args.first ?? args.last ?? 1)));
        continue;
      }
      const mutation = type === schema.getMutationType();
      const self = mutation || named.name === "Count" ? 10 : FREE.has(named.name) ? 0 : 1;
      const fields = below(named, setsOf(nodes));
      const requested = self + total(fields);
      result.push({
        key,
        kind: "object",
        self,
        size: 0,
        fields,
        nodesKey: null,
        edgesKey: null,
        nodeKey: null,
        requested,
      });
    }
    return result;
  };
  const root = operation.operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
  return root ? fieldsOf(root, [operation.selectionSet]) : [];
};

export const requestedCost = (fields: readonly CostField[]): number => total(fields);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const nodesOf = (field: CostField, value: Record<string, unknown>): unknown[] => {
  const direct = field.nodesKey === null ? undefined : value[field.nodesKey];
  if (Array.isArray(direct)) return direct;
  const edges = field.edgesKey === null ? undefined : value[field.edgesKey];
  if (!Array.isArray(edges)) return [];
  const { nodeKey } = field;
  return nodeKey === null ? edges : edges.map((edge) => (isRecord(edge) ? edge[nodeKey] : null));
};

const holdsPages = (field: CostField): boolean => field.kind === "connection" || field.fields.some(holdsPages);

const costOf = (field: CostField, value: unknown): number => {
  if (value === null || value === undefined) return 0;
  if (field.kind === "connection") {
    const nodes = isRecord(value) ? nodesOf(field, value) : [];
    return field.self + weightOfPage(nodes.length) * (1 + (nodes.length === 0 ? 0 : costBelow(field.fields, nodes)));
  }
  if (Array.isArray(value)) return value.length === 0 ? field.self : field.self + costBelow(field.fields, value);
  return field.self + costBelow(field.fields, [value]);
};

const costBelow = (fields: readonly CostField[], values: readonly unknown[]): number =>
  fields.reduce((sum, field) => {
    // Without pages below, the actual cost equals the requested one.
    if (!holdsPages(field)) return sum + field.requested;
    return sum + mean(values.map((value) => (isRecord(value) ? costOf(field, value[field.key]) : 0)));
  }, 0);

/** Actual cost of a response: the same formula over the returned items. Never more than requested. */
export const actualCost = (fields: readonly CostField[], data: unknown): number =>
  isRecord(data) ? Math.min(total(fields), Math.ceil(costBelow(fields, [data]))) : 0;

export type CostDetail = {
  path: string[];
  definedCost: number;
  requestedTotalCost: number;
  requestedChildrenCost: number;
};

/** Cost breakdown by field for `Shopify-GraphQL-Cost-Debug: 1`. */
export const costDetails = (fields: readonly CostField[], path: readonly string[] = []): CostDetail[] =>
  fields.flatMap((field) => [
    {
      path: [...path, field.key],
      definedCost: field.self,
      requestedTotalCost: field.requested,
      requestedChildrenCost: field.requested - field.self,
    },
    ...costDetails(field.fields, [...path, field.key]),
  ]);
