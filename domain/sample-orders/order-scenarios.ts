/** The n-th order is n × 9 hours older than the newest. */
export type OrderScenario = {
  /** Place of a person; null: over the counter to someone unknown. */
  person: number | null;
  /** Place of the product, of its variant, and units. */
  lines: readonly (readonly [good: number, variant: number, units: number])[];
  sent: "all" | "some" | "none";
  paid: "paid" | "pending" | "authorized";
  /** Units of the first line that came back. */
  returned?: number;
  cancelled?: "CUSTOMER" | "INVENTORY";
  discount?: { code: string; percent: number };
  note?: string;
  tags?: readonly string[];
  attributes?: Readonly<Record<string, string>>;
  /** Properties by line, in addition to the engraving of orders that have attributes. */
  properties?: Readonly<Record<string, string>>;
  /** Title of the bundle that the lines are parts of. */
  bundle?: string;
  channel?: string;
  risk?: "LOW" | "MEDIUM" | "HIGH";
};

export const orderScenarios: readonly OrderScenario[] = [
  {
    person: 0,
    lines: [
      [0, 0, 1],
      [3, 0, 2],
    ],
    sent: "none",
    paid: "paid",
    tags: ["gift"],
    bundle: "Gift set",
    note: "Please wrap as a gift.",
  },
  {
    person: 1,
    lines: [[1, 0, 4]],
    sent: "all",
    paid: "paid",
    attributes: { "Gift message": "Happy birthday!", From: "Eleni", To: "Nikos" },
  },
  {
    person: 2,
    lines: [
      [2, 0, 1],
      [5, 0, 1],
    ],
    sent: "some",
    paid: "paid",
    discount: { code: "WELCOME10", percent: 10 },
  },
  { person: null, lines: [[4, 0, 2]], sent: "all", paid: "paid", channel: "Point of Sale" },
  {
    person: 3,
    lines: [
      [0, 1, 2],
      [1, 1, 2],
      [4, 1, 1],
    ],
    sent: "all",
    paid: "paid",
    returned: 1,
    tags: ["repeat"],
  },
  {
    person: 0,
    lines: [[5, 0, 1]],
    sent: "none",
    paid: "pending",
    risk: "MEDIUM",
    attributes: { "Delivery day": "Friday" },
  },
  { person: 1, lines: [[3, 0, 6]], sent: "none", paid: "paid", cancelled: "CUSTOMER" },
  {
    person: 2,
    lines: [
      [1, 0, 12],
      [3, 0, 6],
    ],
    sent: "all",
    paid: "paid",
    discount: { code: "TRADE20", percent: 20 },
    tags: ["wholesale"],
    properties: { "Delivery day": "Thursday" },
    note: "Deliver to the back door.",
  },
  { person: 3, lines: [[2, 0, 1]], sent: "none", paid: "authorized", risk: "HIGH", note: "Call before delivery." },
  {
    person: 0,
    lines: [
      [4, 0, 3],
      [1, 1, 1],
    ],
    sent: "all",
    paid: "paid",
    returned: 1,
  },
];
