import type { Channel } from "../customers.ts";
import { gid, partId } from "../ids.ts";
import { DAY, HOUR, instantText } from "../instants.ts";
import type { Random } from "../random.ts";
import type { DemoShop } from "../shops.ts";
import type { Attribute, DemoOrder, Metafield } from "../types.ts";
import type { DemoVisit } from "./order-enums.ts";
import { ATTRIBUTES, CAMPAIGNS, NOTES, TAGS } from "./sample-texts.ts";

/** Order data other than money and goods. */
export type OrderDetails = Pick<
  DemoOrder,
  "note" | "tags" | "customAttributes" | "customerJourneySummary" | "risk" | "metafields" | "poNumber"
>;

const UNKNOWN_JOURNEY = {
  ready: false,
  customerOrderIndex: null,
  daysToConversion: null,
  firstVisit: null,
  lastVisit: null,
};

const visit = (shop: DemoShop, index: number, position: number, at: number, random: Random): DemoVisit => {
  const tagged = random.chance(0.45);
  const source = random.pick(["Google", "direct", "Instagram", "newsletter", "an unknown source"]);
  return {
    id: gid("CustomerVisit", partId("CustomerVisit", index, position)),
    occurredAt: instantText(at),
    landingPage: `${shop.origin}/products/product-${random.int(1, shop.products)}${tagged ? "?utm_source=x&utm_medium=cpc" : ""}`,
    referrerUrl:
      source === "direct" ? null : `https://www.example.com/${source.toLowerCase().replaceAll(" ", "-")}?q=a,b`,
    source,
    utmParameters: tagged
      ? {
          source: random.pick(["google", "facebook", "mail", "Ίνσταγκραμ"]),
          medium: random.pick(["cpc", "email", "social"]),
          campaign: random.pick(CAMPAIGNS),
          term: random.chance(0.3) ? "linen shirt" : null,
          content: random.chance(0.3) ? "=banner-1" : null,
        }
      : null,
  };
};

const journey = (
  shop: DemoShop,
  index: number,
  rank: number,
  createdAt: number,
  channel: Channel,
  random: Random,
): DemoOrder["customerJourneySummary"] => {
  if (channel !== "web") return null;
  if (random.chance(0.2)) return UNKNOWN_JOURNEY;
  const days = random.int(0, 9);
  return {
    ready: true,
    customerOrderIndex: rank > 0 ? rank - 1 : null,
    daysToConversion: days,
    firstVisit: visit(shop, index, 0, createdAt - days * DAY - 2 * HOUR, random),
    lastVisit: visit(shop, index, 1, createdAt - HOUR, random),
  };
};

const PROVIDER = { id: "gid://shopify/App/580111", title: "Fraud check" };
const risk = (channel: Channel, fresh: boolean, random: Random): DemoOrder["risk"] => {
  const draw = random.next();
  if (channel === "pos") return { recommendation: "NONE", assessments: [] };
  if (fresh) return { recommendation: "NONE", assessments: [{ riskLevel: "PENDING", provider: null, facts: [] }] };
  if (draw < 0.015)
    return {
      recommendation: "CANCEL",
      assessments: [
        {
          riskLevel: "HIGH",
          provider: null,
          facts: [{ description: 'Card was used in another country, "twice"', sentiment: "NEGATIVE" }],
        },
        { riskLevel: "MEDIUM", provider: PROVIDER, facts: [] },
      ],
    };
  if (draw < 0.055)
    return {
      recommendation: "INVESTIGATE",
      assessments: [
        {
          riskLevel: "MEDIUM",
          provider: null,
          facts: [{ description: "Billing ≠ shipping address", sentiment: "NEUTRAL" }],
        },
      ],
    };
  if (draw < 0.1)
    return { recommendation: "NONE", assessments: [{ riskLevel: "NONE", provider: PROVIDER, facts: [] }] };
  return {
    recommendation: "ACCEPT",
    assessments: [
      { riskLevel: "LOW", provider: null, facts: [{ description: "CVV is correct", sentiment: "POSITIVE" }] },
    ],
  };
};

const tagsOf = (random: Random): string[] => {
  const draw = random.next();
  if (draw < 0.55) return [];
  const wanted = draw < 0.95 ? random.int(1, 3) : random.int(4, 7);
  const from = random.int(0, TAGS.length - 1);
  // The platform keeps tags sorted.
  return Array.from({ length: wanted }, (_, n) => TAGS[(from + n * 5) % TAGS.length] ?? "vip").sort();
};

const attributesOf = (random: Random): Attribute[] => {
  if (!random.chance(0.12)) return [];
  const from = random.int(0, ATTRIBUTES.length - 1);
  return Array.from({ length: random.int(1, 4) }, (_, n) => {
    const [key, value] = ATTRIBUTES[(from + n) % ATTRIBUTES.length] ?? ["empty", ""];
    return { key, value: value === "" ? null : value };
  });
};

const metafieldsOf = (index: number, random: Random): Metafield[] =>
  random.chance(0.1)
    ? [
        {
          id: gid("Metafield", partId("Metafield", index, 0)),
          namespace: "custom",
          key: "packing",
          value: random.pick(["box 3", "=A1", "κουτί\nμεγάλο"]),
          type: "single_line_text_field",
        },
      ]
    : [];

export const makeOrderDetails = (
  shop: DemoShop,
  index: number,
  facts: { rank: number; createdAt: number; fresh: boolean; channel: Channel },
  random: Random,
): OrderDetails => ({
  note: random.chance(0.15) ? random.pick(NOTES) : null,
  tags: tagsOf(random),
  customAttributes: attributesOf(random),
  poNumber: random.chance(0.02) ? `PO-${String(index).padStart(5, "0")}` : null,
  customerJourneySummary: journey(shop, index, facts.rank, facts.createdAt, facts.channel, random),
  risk: risk(facts.channel, facts.fresh, random),
  metafields: metafieldsOf(index, random),
});
