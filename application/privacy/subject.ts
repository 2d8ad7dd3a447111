import { Erased, type Vault } from "#infra/ports/stores/vault.ts";

/** The person of a request, as named by the platform. */
export type PrivacySubject = {
  customerId: string | null;
  email: string | null;
  /** Order numbers, for orders whose customer is otherwise unknown. */
  orders: string[];
};

/** Vault reference prefix of subjects; the request's id follows. */
export const subjectPrefix = "privacy-subject:";

/** Vault reference of a request's subject. */
export const toSubjectRef = (privacyId: string): string => `${subjectPrefix}${privacyId}`;

/** Owned by the tenant, so erasing the shop erases it too. */
export const putSubject = (vault: Vault, privacyId: string, tenant: string, subject: PrivacySubject): Promise<string> =>
  vault.put(JSON.stringify(subject), { owner: tenant, reference: toSubjectRef(privacyId) });

/** Undefined if erased. */
export const readSubject = async (vault: Vault, reference: string): Promise<PrivacySubject | undefined> => {
  const text = await vault.read(reference);
  return text === Erased ? undefined : (JSON.parse(text) as PrivacySubject);
};
