import { Kind, type SelectionSetNode } from "graphql";

type Fields = Record<string, unknown>;

/** A root node's own line, and those of all connections below it. */
export type NodeLines = { own: string; below: string[] };

/** A node's connections, and objects that lead to further ones. */
export type Branches = { connections: readonly Branch[]; objects: readonly Branch[] };
type Branch = { name: string; below: Branches };

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Finds the connections in a selection: only those have edges. */
export const branchesOf = ({ selections }: SelectionSetNode): Branches => {
  const connections: Branch[] = [];
  const objects: Branch[] = [];
  for (const one of selections) {
    if (one.kind === Kind.FRAGMENT_SPREAD || !one.selectionSet) continue;
    if (one.kind === Kind.INLINE_FRAGMENT) {
      const inner = branchesOf(one.selectionSet);
      connections.push(...inner.connections);
      objects.push(...inner.objects);
      continue;
    }
    const name = (one.alias ?? one.name).value;
    const nodes = nodesOf(one.selectionSet);
    if (nodes) connections.push({ name, below: branchesOf(nodes) });
    else {
      const below = branchesOf(one.selectionSet);
      if (below.connections.length + below.objects.length > 0) objects.push({ name, below });
    }
  }
  return { connections, objects };
};

/** The selection on a connection's nodes; undefined for other fields. */
export const nodesOf = ({ selections }: SelectionSetNode): SelectionSetNode | undefined => {
  for (const edges of selections)
    if (edges.kind === Kind.FIELD && edges.name.value === "edges")
      for (const node of edges.selectionSet?.selections ?? [])
        if (node.kind === Kind.FIELD && node.name.value === "node") return node.selectionSet;
  return undefined;
};

/** Escapes slashes, as the platform does. */
const text = (value: Fields): string => JSON.stringify(value).replaceAll("/", "\\/");

/** Splits a node into lines. Nodes of its connections become lines that name their parent (P-4.6). */
export const linesOf = (node: Fields, branches: Branches): NodeLines => {
  const below: string[] = [];
  return { own: text(withoutConnections(node, branches, node.id, below)), below };
};

/** Moves the connections from a response, in place, to lines. */
const withoutConnections = (
  value: Fields,
  { connections, objects }: Branches,
  id: unknown,
  lines: string[],
): Fields => {
  for (const { name, below } of objects) {
    const inner = value[name];
    for (const one of Array.isArray(inner) ? inner : [inner])
      if (isObject(one)) withoutConnections(one, below, id, lines);
  }
  for (const { name, below } of connections) {
    const connection = value[name];
    value[name] = undefined;
    if (!isObject(connection) || !Array.isArray(connection.edges)) continue;
    for (const { node } of connection.edges) {
      // A node's line comes before those of its children.
      const index = lines.push("") - 1;
      const own = withoutConnections(node, below, node.id, lines);
      own.__parentId = id;
      lines[index] = text(own);
    }
  }
  return value;
};

export const isNodeObject = isObject;
