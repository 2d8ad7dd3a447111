import { Kind, type SelectionSetNode } from "graphql";

type Fields = Record<string, unknown>;

/** The lines of one node at the root: its own, and those of everything in connections below it. */
export type NodeLines = { own: string; below: string[] };

/** Where in a node connections are: names of its own ones, and of the objects that lead to more, each with what is below. */
export type Branches = { connections: readonly Branch[]; objects: readonly Branch[] };
type Branch = { name: string; below: Branches };

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads from a selection which of its answer's fields are connections: only those have edges. */
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

/** What is selected of the nodes of a connection; undefined for what is none. */
export const nodesOf = ({ selections }: SelectionSetNode): SelectionSetNode | undefined => {
  for (const edges of selections)
    if (edges.kind === Kind.FIELD && edges.name.value === "edges")
      for (const node of edges.selectionSet?.selections ?? [])
        if (node.kind === Kind.FIELD && node.name.value === "node") return node.selectionSet;
  return undefined;
};

/** As the platform writes it: slashes escaped. */
const text = (value: Fields): string => JSON.stringify(value).replaceAll("/", "\\/");

/** A node as lines: connections below it leave its object, and their nodes say whose they are (P-4.6). */
export const linesOf = (node: Fields, branches: Branches): NodeLines => {
  const below: string[] = [];
  return { own: text(withoutConnections(node, branches, node.id, below)), below };
};

/** Takes the connections out of an answer, which is ours, and lays down their lines. */
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
      // Its line stands before those of what is in it.
      const place = lines.push("") - 1;
      const own = withoutConnections(node, below, node.id, lines);
      own.__parentId = id;
      lines[place] = text(own);
    }
  }
  return value;
};

export const isNodeObject = isObject;
