import type { BasketLine } from "../basket-types.ts";
import { DAY, instantText } from "../instants.ts";
import { fraction } from "../random.ts";
import type { DemoShop } from "../shops.ts";
import type { Attribute } from "../types.ts";

const CHOICES: readonly (readonly [string, string])[] = [
  ["Engraving", "For Anna"],
  ["Ribbon", "Red"],
  ["Card", "Happy birthday, Tom!"],
  ["Monogram", "A. L."],
  ["Ribbon", "Gold"],
];

const TUESDAY = 2;
const FRIDAY = 5;

/** The first Tuesday or Friday at least two days after the order. */
const deliveryDay = (createdAt: number): Date => {
  let at = createdAt + 2 * DAY;
  while (![TUESDAY, FRIDAY].includes(new Date(at).getUTCDay())) at += DAY;
  return new Date(at);
};

/** Formats as a date picker does. One order in eight was taken by phone and has the day in words. */
const formatDeliveryDay = (day: Date, index: number): string =>
  index % 8 === 3 ? inWords.format(day) : instantText(day.getTime()).slice(0, 10);

/** Kept, as creating a formatter takes longer than generating an order. */
const inWords = new Intl.DateTimeFormat("en-US", {
  weekday: "short",
  month: "short",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});

const add = (line: BasketLine | undefined, ...properties: Attribute[]): void => {
  if (line) line.properties = [...line.properties, ...properties];
};

/**
 * Adds data of bundle apps, customizers and delivery calendars, for shops that have them. Sets line properties in place
 * and returns note attributes. Its own random numbers leave the rest of the order the same.
 */
export const addAppData = (shop: DemoShop, index: number, createdAt: number, lines: BasketLine[]): Attribute[] => {
  if (!shop.hasAppData) return [];
  const draw = (salt: number): number => fraction(shop.seed, index, salt);
  const [first] = lines;
  if (lines.length > 1 && first?.group === null && draw(71) < 0.08)
    for (const line of lines.slice(0, 3)) add(line, { key: "_bundle_id", value: `bundle-${1001 + index}` });
  if (draw(72) < 0.12)
    for (const choice of [0, 1]) {
      const [key, value] = CHOICES[Math.floor(draw(74 + choice) * CHOICES.length)] ?? ["Ribbon", "Red"];
      add(lines[choice], { key, value });
    }
  const chosen = draw(73);
  if (chosen >= 0.36) return [];
  const wanted = { key: "Delivery date", value: formatDeliveryDay(deliveryDay(createdAt), index) };
  if (chosen >= 0.3) return [wanted];
  for (const line of lines) add(line, wanted);
  return [];
};
