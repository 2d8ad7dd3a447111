import type { Channel } from "./customers.ts";
import { gid } from "./ids.ts";
import { DAY, instantText } from "./instants.ts";
import { fraction } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { DemoCustomer, DemoOrder } from "./types.ts";

type Business = Pick<DemoOrder, "staffMember" | "paymentTerms" | "purchasingEntity" | "localizedFields">;

type Facts = {
  channel: Channel;
  createdAt: number;
  /** Country code of two letters. */
  country: string;
  customer: DemoCustomer | null;
  company: string | null;
  city: string | null;
  paidAt: number | null;
};

const STAFF = ["Mira Quick", "Θάνος Πωλητής", "Jo O'Clerk"];
const CUSTOMS_NUMBERS: Readonly<Record<string, { key: string; title: string }>> = {
  KR: { key: "SHIPPING_CREDENTIAL_KR", title: "Personal customs code (PCCC)" },
};

/** An order's business data, with its own random numbers, so the rest of the order stays the same. */
export const businessOf = (shop: DemoShop, index: number, facts: Facts): Business => {
  const draw = (salt: number): number => fraction(shop.seed, index, salt);
  const { channel, customer, company, paidAt } = facts;
  const staffed = channel === "pos" || channel === "draft";
  const staff = Math.floor(draw(61) * STAFF.length);
  const onTerms = channel === "draft" && draw(62) < 0.5;
  const number = CUSTOMS_NUMBERS[facts.country];
  const forCompany = company !== null && channel !== "pos" && draw(63) < 0.4;
  return {
    staffMember: staffed ? { id: gid("StaffMember", 80_001 + staff), name: STAFF[staff] ?? "" } : null,
    paymentTerms: onTerms
      ? {
          id: gid("PaymentTerms", index + 1),
          paymentTermsName: "Net 30",
          paymentSchedules: [
            {
              id: gid("PaymentSchedule", index + 1),
              dueAt: instantText(facts.createdAt + 30 * DAY),
              completedAt: paidAt === null ? null : instantText(paidAt),
            },
          ],
        }
      : null,
    purchasingEntity: forCompany
      ? {
          __typename: "PurchasingCompany",
          company: { id: gid("Company", index + 1), name: company },
          location: {
            id: gid("CompanyLocation", index + 1),
            name: facts.city === null ? company : `${company}, ${facts.city}`,
          },
        }
      : customer && { ...customer, __typename: "Customer" },
    localizedFields:
      number && draw(64) < 0.6
        ? [
            {
              countryCode: facts.country,
              key: number.key,
              purpose: "SHIPPING",
              title: number.title,
              value: `P${String(Math.floor(draw(65) * 10 ** 12)).padStart(12, "0")}`,
            },
          ]
        : [],
  };
};
