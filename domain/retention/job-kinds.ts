/** Kind of the job that carries out a request about personal data; the id of the request follows in that of the job. */
export const carryOutKind = "carry-out-privacy-request";

/** Kinds of the jobs that remove what is kept for a time: a file, who was in it, what it was made of, and whose request was shown to a merchant. */
export const expireExportKind = "expire-export";
export const forgetPeopleKind = "forget-people";
export const forgetInputKind = "forget-input";
export const forgetRequestKind = "forget-customer-request";

/** What the law or the privacy notice promises: nothing else does what these do. */
export const owedKinds: readonly string[] = [
  carryOutKind,
  expireExportKind,
  forgetPeopleKind,
  forgetInputKind,
  forgetRequestKind,
];

export const isOwed = (kind: string): boolean => owedKinds.includes(kind);
