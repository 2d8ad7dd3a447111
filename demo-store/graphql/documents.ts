import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from "graphql";
import { demoSchema } from "./schema.ts";

export type Prepared = { document: DocumentNode } | { errors: readonly GraphQLError[] };

const MAX_CACHED = 200;
const prepared = new Map<string, Prepared>();

const prepare = (text: string): Prepared => {
  try {
    const document = parse(text);
    const errors = validate(demoSchema(), document);
    return errors.length > 0 ? { errors } : { document };
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] };
    throw error;
  }
};

/** Parses and validates a document, once per text. */
export const preparedDocument = (text: string): Prepared => {
  const known = prepared.get(text);
  if (known) return known;
  const made = prepare(text);
  if (prepared.size >= MAX_CACHED) prepared.clear();
  prepared.set(text, made);
  return made;
};

const isOperation = (definition: { kind: string }): definition is OperationDefinitionNode & ExecutableDefinitionNode =>
  definition.kind === Kind.OPERATION_DEFINITION;

/** Finds the operation to execute. Undefined if the name is unknown, or missing among several operations. */
export const operationOf = (document: DocumentNode, name: string | undefined): OperationDefinitionNode | undefined => {
  const operations = document.definitions.filter(isOperation);
  if (name === undefined) return operations.length === 1 ? operations[0] : undefined;
  return operations.find((operation) => operation.name?.value === name);
};
