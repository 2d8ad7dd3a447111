import { randomBytes, timingSafeEqual } from "node:crypto";

/** Somebody who helps merchants in the demo. */
export type Person = { id: string; name: string; roles: readonly string[] };

/** Everybody of the demo: who may act, and who may only look. */
export const demoPeople: readonly Person[] = [
  { id: "agent-demo", name: "Demo agent", roles: ["agent", "admin"] },
  { id: "viewer-demo", name: "Demo viewer", roles: ["viewer"] },
];

export type Passwords = {
  /** What a person signs in with next. */
  current(person: string): string | undefined;
  /** Whether it is that; it is used up then, and another one takes its place. */
  take(person: string, password: string): boolean;
};

const made = (): string => randomBytes(12).toString("base64url");
const isSame = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** Passwords that are good once. `onNext` is told of the one that comes after. */
export const createPasswords = (
  people: readonly Person[],
  onNext: (person: string, password: string) => void,
): Passwords => {
  const kept = new Map(people.map(({ id }) => [id, made()]));
  return {
    current: (person) => kept.get(person),
    take: (person, password) => {
      const wanted = kept.get(person);
      if (wanted === undefined || !isSame(wanted, password)) return false;
      const next = made();
      kept.set(person, next);
      onNext(person, next);
      return true;
    },
  };
};
