import { randomBytes, timingSafeEqual } from "node:crypto";

/** A support person of the demo. */
export type Person = { id: string; name: string; roles: readonly string[] };

/** One person may act, the other only look. */
export const demoPeople: readonly Person[] = [
  { id: "agent-demo", name: "Demo agent", roles: ["agent", "admin"] },
  { id: "viewer-demo", name: "Demo viewer", roles: ["viewer"] },
];

export type Passwords = {
  /** The password for the person's next sign-in. */
  current(person: string): string | undefined;
  /** Checks a password. A right one is used up and replaced. */
  consume(person: string, password: string): boolean;
};

const newPassword = (): string => randomBytes(12).toString("base64url");
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** One-time passwords. `onNext` receives each replacement. */
export const createPasswords = (
  people: readonly Person[],
  onNext: (person: string, password: string) => void,
): Passwords => {
  const passwordByPerson = new Map(people.map(({ id }) => [id, newPassword()]));
  return {
    current: (person) => passwordByPerson.get(person),
    consume: (person, password) => {
      const expected = passwordByPerson.get(person);
      if (expected === undefined || !isSame(expected, password)) return false;
      const next = newPassword();
      passwordByPerson.set(person, next);
      onNext(person, next);
      return true;
    },
  };
};
