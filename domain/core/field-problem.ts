import { type Refusal, refuse } from "./decider.ts";

/** `message`: why it is refused, and what to do. */
export type FieldProblem<Field extends string = string> = { field: Field; message: string };

const refusalOf = (problems: readonly FieldProblem[]): Refusal =>
  refuse("invalid", problems.map(({ message }) => message).join(" "), JSON.stringify(problems));

/** Refuses fields (400); undefined without problems. `details`: JSON `[{field, message}]`. */
export const refuseFields = (problems: readonly FieldProblem[]): Refusal | undefined =>
  problems.length === 0 ? undefined : refusalOf(problems);

/** Refuses one field ({@link refuseFields}). */
export const refuseField = (problem: FieldProblem): Refusal => refusalOf([problem]);
