/** Carries out a request about personal data. The job's id ends with the request's. */
export const privacyRequestJobKind = "carry-out-privacy-request";

/** Jobs that remove expired data: a file, the people in it, its inputs, and a customer request shown to a merchant. */
export const expireExportKind = "expire-export";
export const forgetPeopleKind = "forget-people";
export const forgetInputKind = "forget-input";
export const forgetRequestKind = "forget-customer-request";

/** Jobs required by law or the privacy notice. Nothing else does their work. */
export const legallyRequiredKinds: readonly string[] = [
  privacyRequestJobKind,
  expireExportKind,
  forgetPeopleKind,
  forgetInputKind,
  forgetRequestKind,
];

export const isLegallyRequired = (kind: string): boolean => legallyRequiredKinds.includes(kind);
