/** Kind of the job that carries out a request about personal data; the id of the request follows in that of the job. */
export const carryOutKind = "carry-out-privacy-request";
