import { Erased, type Vault } from "#infra/ports/stores/vault.ts";

/** Person of a request, as the platform names them. */
export type PrivacySubject = {
  customerId: string | null;
  email: string | null;
  /** Order numbers, if the customer is otherwise unknown. */
  orders: string[];
};

/** Prefix of the vault reference; the request's id follows. */
export const subjectPrefix = "privacy-subject:";

export const toSubjectRef = (privacyId: string): string => `${subjectPrefix}${privacyId}`;

/** The tenant owns it, so erasing the shop erases it too. */
export const putSubject = (vault: Vault, privacyId: string, tenant: string, subject: PrivacySubject): Promise<string> =>
  vault.put(JSON.stringify(subject), { owner: tenant, reference: toSubjectRef(privacyId) });

/** Reads a subject; undefined if erased. */
export const readSubject = async (vault: Vault, reference: string): Promise<PrivacySubject | undefined> => {
  const text = await vault.read(reference);
  return text === Erased ? undefined : (JSON.parse(text) as PrivacySubject);
};
