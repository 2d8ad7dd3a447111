import { carryOutKind } from "../privacy/job-kind.ts";

/** False of a job that may only be tried again: the law wants a request about personal data carried out. */
export const canBeDropped = (kind: string): boolean => kind !== carryOutKind;
