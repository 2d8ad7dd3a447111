import { z } from "zod";
import { findHostileJson } from "#application/http/limits/hostile-json.ts";
import type { NamedSubject } from "../privacy/receive.ts";

/** The platform writes numbers; those over 2^53 are text by now (read-body.ts). */
const PlatformId = z.union([z.number().int().positive(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const Email = z
  .string()
  .max(320)
  // U+FFFD stands for invalid bytes (read-body.ts).
  .refine((text) => findHostileJson(text) === undefined && !text.includes("\uFFFD"));
const Customer = z.object({ id: z.unknown().optional(), email: z.unknown().optional() });
const List = z.array(z.unknown());

/**
 * Parses the person of a request. Null or missing fields name nobody. Unreadable fields are left out, and `isComplete`
 * is then false.
 */
export const parseSubject = (customer: unknown, orders: unknown): NamedSubject => {
  let isComplete = true;
  const read = <T>(schema: z.ZodType<T>, value: unknown): T | undefined => {
    if (value === null || value === undefined) return undefined;
    const parsed = schema.safeParse(value);
    if (!parsed.success) isComplete = false;
    return parsed.data;
  };
  const { id, email } = read(Customer, customer) ?? {};
  const subject = {
    customerId: read(PlatformId, id) ?? null,
    email: read(Email, email) || null,
    orders: (read(List, orders) ?? []).map((order) => read(PlatformId, order)).filter((order) => order !== undefined),
  };
  return { subject, isComplete };
};
