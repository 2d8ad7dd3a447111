import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import { type Branches, branchesOf, nodesOf } from "./lines.ts";

/** More than any demo order has. */
const maxNested = 250;

/** Reads a bulk query's pages and writes them as lines. */
export type BulkPlan = { root: string; document: DocumentNode; branches: Branches };

const argument = (text: string): ArgumentNode[] => {
  const [definition] = parse(`{ x(${text}) }`, { noLocation: true }).definitions;
  const field = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined;
  return field?.kind === Kind.FIELD ? [...(field.arguments ?? [])] : [];
};
const field = (text: string): SelectionNode[] => {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? [...definition.selectionSet.selections] : [];
};

const paging = new Set(["first", "last", "after", "before"]);
const own = (one: FieldNode): ArgumentNode[] => (one.arguments ?? []).filter(({ name }) => !paging.has(name.value));

const isConnection = (one: FieldNode): boolean =>
  one.selectionSet?.selections.some((inner) => inner.kind === Kind.FIELD && inner.name.value === "edges") ?? false;

const nested = (set: SelectionSetNode): SelectionSetNode => ({
  ...set,
  selections: set.selections.map((one): SelectionNode => {
    if (one.kind === Kind.FIELD && one.selectionSet)
      return {
        ...one,
        ...(isConnection(one) ? { arguments: [...own(one), ...argument(`first: ${maxNested}`)] } : {}),
        selectionSet: nested(one.selectionSet),
      };
    return one.kind === Kind.INLINE_FRAGMENT ? { ...one, selectionSet: nested(one.selectionSet) } : one;
  }),
});

/**
 * The paged queries that carry out a bulk query, without its own paging arguments, as on the platform. Variables:
 * `bulkFirst`, `bulkAfter`.
 */
export const pagedDocuments = (operation: OperationDefinitionNode): BulkPlan[] =>
  operation.selectionSet.selections
    .filter((one): one is FieldNode => one.kind === Kind.FIELD && isConnection(one))
    .flatMap((root) => {
      const nodes = root.selectionSet && nodesOf(root.selectionSet);
      if (!nodes) return [];
      const selections = root.selectionSet ? nested(root.selectionSet).selections : [];
      const paged: FieldNode = {
        ...root,
        arguments: [...own(root), ...argument("first: $bulkFirst, after: $bulkAfter")],
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [...selections, ...field("bulkPage: pageInfo { hasNextPage endCursor }")],
        },
      };
      const frame = parse("query Bulk($bulkFirst: Int!, $bulkAfter: String) { x }", { noLocation: true });
      return [
        {
          root: root.alias?.value ?? root.name.value,
          branches: branchesOf(nodes),
          document: {
            ...frame,
            definitions: frame.definitions.map((definition) =>
              definition.kind === Kind.OPERATION_DEFINITION
                ? { ...definition, selectionSet: { kind: Kind.SELECTION_SET, selections: [paged] } }
                : definition,
            ),
          },
        },
      ];
    });
