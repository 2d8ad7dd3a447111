import { Erased, type Vault } from "#infra/ports/stores/vault.ts";

/** Whom a request is about, as the platform named them; the order numbers stand for orders whose customer is not known otherwise. */
export type PrivacySubject = { customerId: string | null; email: string | null; orders: string[] };

/** References of subjects begin with it; the id of the request follows. */
export const subjectPrefix = "privacy-subject:";

/** Where the vault has the subject of a request. */
export const subjectRefOf = (privacyId: string): string => `${subjectPrefix}${privacyId}`;

/** Keeps it under the tenant, so that the erasure of the shop takes it too. */
export const putSubject = (vault: Vault, privacyId: string, tenant: string, subject: PrivacySubject): Promise<string> =>
  vault.put(JSON.stringify(subject), { owner: tenant, reference: subjectRefOf(privacyId) });

/** Undefined when it was erased. */
export const readSubject = async (vault: Vault, reference: string): Promise<PrivacySubject | undefined> => {
  const text = await vault.read(reference);
  return text === Erased ? undefined : (JSON.parse(text) as PrivacySubject);
};
