import type { ClaimedJob } from "#infra/ports/work-queue.ts";

type FieldTypes = { string: string; number: number };
type Shape = Readonly<Record<string, keyof FieldTypes>>;
type ParsedPayload<S extends Shape> = { [Name in keyof S]: FieldTypes[S[Name]] };

/**
 * Reads the fields of `shape` and leaves out others. `reader`: who reads it, for the error message.
 * @throws {Error} a field is missing or has another type
 */
export const readPayload = <const S extends Shape>(
  { id, payload }: Pick<ClaimedJob, "id" | "payload">,
  shape: S,
  reader: string,
): ParsedPayload<S> => {
  const fields = Object.entries(shape).map(([name, type]) => {
    const value = payload[name];
    if (typeof value === type) return [name, value];
    throw new Error(`The payload of job ${id} isn't valid for ${reader}.`);
  });
  return Object.fromEntries(fields) as ParsedPayload<S>;
};
