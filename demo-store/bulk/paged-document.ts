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

/** Page size of nested connections: more than any demo order has. */
const maxNested = 250;

/** A paged query for one root connection. */
export type BulkPlan = { root: string; document: DocumentNode; branches: Branches };

const parseArguments = (text: string): ArgumentNode[] => {
  const [definition] = parse(`{ x(${text}) }`, { noLocation: true }).definitions;
  const field = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined;
  return field?.kind === Kind.FIELD ? [...(field.arguments ?? [])] : [];
};
const parseFields = (text: string): SelectionNode[] => {
  const [definition] = parse(`{ ${text} }`, { noLocation: true }).definitions;
  return definition?.kind === Kind.OPERATION_DEFINITION ? [...definition.selectionSet.selections] : [];
};

const paging = new Set(["first", "last", "after", "before"]);
const nonPagingArguments = (one: FieldNode): ArgumentNode[] =>
  (one.arguments ?? []).filter(({ name }) => !paging.has(name.value));

const isConnection = (one: FieldNode): boolean =>
  one.selectionSet?.selections.some((inner) => inner.kind === Kind.FIELD && inner.name.value === "edges") ?? false;

const withNestedPageSize = (set: SelectionSetNode): SelectionSetNode => ({
  ...set,
  selections: set.selections.map((one): SelectionNode => {
    if (one.kind === Kind.FIELD && one.selectionSet)
      return {
        ...one,
        ...(isConnection(one)
          ? { arguments: [...nonPagingArguments(one), ...parseArguments(`first: ${maxNested}`)] }
          : {}),
        selectionSet: withNestedPageSize(one.selectionSet),
      };
    return one.kind === Kind.INLINE_FRAGMENT ? { ...one, selectionSet: withNestedPageSize(one.selectionSet) } : one;
  }),
});

/**
 * The paged queries that carry out a bulk query. Paging arguments of the bulk query are ignored, as on the platform.
 * Variables: `bulkFirst`, `bulkAfter`.
 */
export const pagedDocuments = (operation: OperationDefinitionNode): BulkPlan[] =>
  operation.selectionSet.selections
    .filter((one): one is FieldNode => one.kind === Kind.FIELD && isConnection(one))
    .flatMap((root) => {
      const nodes = root.selectionSet && nodesOf(root.selectionSet);
      if (!nodes) return [];
      const selections = root.selectionSet ? withNestedPageSize(root.selectionSet).selections : [];
      const paged: FieldNode = {
        ...root,
        arguments: [...nonPagingArguments(root), ...parseArguments("first: $bulkFirst, after: $bulkAfter")],
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [...selections, ...parseFields("bulkPage: pageInfo { hasNextPage endCursor }")],
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
