import type { BasketLine } from "./basket-types.ts";
import type { Channel } from "./customers.ts";
import type { DemoFulfillment, DemoFulfillmentOrder, DemoLocation } from "./delivery-types.ts";
import { CATALOGUE_BASES, gid, partId } from "./ids.ts";
import { DAY, HOUR, instantText, MINUTE } from "./instants.ts";
import type { Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { FulfillmentStatus } from "./words/order-enums.ts";

const locations = new WeakMap<DemoShop, DemoLocation[]>();

/** The shop's locations; its store comes first. */
export const locationsOf = (shop: DemoShop): DemoLocation[] => {
  let list = locations.get(shop);
  if (!list) {
    list = shop.locations.map((name, position) => {
      const id = CATALOGUE_BASES.Location + position * 13;
      return { id: gid("Location", id), legacyResourceId: String(id), name };
    });
    locations.set(shop, list);
  }
  return list;
};

const CARRIERS = [
  { company: "DHL Express", url: "https://www.example.com/track?carrier=dhl&number=" },
  { company: "UPS", url: "https://www.example.com/track?carrier=ups&number=" },
  { company: "Ταχυμεταφορές", url: null },
] as const;

export type DeliveryOptions = {
  shop: DemoShop;
  index: number;
  random: Random;
  createdAt: number;
  /** Nothing happens after this moment. */
  horizon: number;
  channel: Channel;
  lines: readonly BasketLine[];
  /** Canceled or unpaid: nothing is shipped. */
  withheld: boolean;
  name: string;
};

export type Delivery = {
  status: FulfillmentStatus;
  fulfillments: DemoFulfillment[];
  fulfillmentOrders: DemoFulfillmentOrder[];
  /** Time of the last event, 0 if none. */
  lastAt: number;
};

type Parcel = { line: BasketLine; quantity: number }[];

const parcels = (lines: readonly BasketLine[], part: boolean, two: boolean): Parcel[] => {
  const all = lines.filter((line) => !line.removed).map((line) => ({ line, quantity: line.quantity }));
  if (!part && !two) return [all];
  const first = all.slice(0, Math.ceil(all.length / 2));
  const second = all.slice(first.length);
  const only = first[0];
  if (second.length === 0 && only && only.quantity > 1) {
    const half = Math.floor(only.quantity / 2);
    first[0] = { line: only.line, quantity: half };
    second.push({ line: only.line, quantity: only.quantity - half });
  }
  if (second.length === 0 || !part) return second.length === 0 ? [first] : [first, second];
  return [first];
};

const tracking = (
  random: Random,
  index: number,
  position: number,
  double: boolean,
): DemoFulfillment["trackingInfo"] => {
  const carrier = random.pick(CARRIERS);
  return Array.from({ length: double ? 2 : 1 }, (_, n) => {
    const number = `00${index}${position}${n}${random.int(100_000, 999_999)}`;
    return { company: carrier.company, number, url: carrier.url === null ? null : `${carrier.url}${number}` };
  });
};

const fulfillmentOrderId = (index: number): string => gid("FulfillmentOrder", partId("FulfillmentOrder", index, 0));

const fulfillment = (
  options: DeliveryOptions,
  position: number,
  parcel: Parcel,
  at: number,
  canceled: boolean,
): DemoFulfillment => {
  const { shop, index, random, horizon, channel, name } = options;
  const list = locationsOf(shop);
  const location = channel === "pos" ? list[0] : (list[(index + position) % list.length] ?? list[0]);
  if (!location) throw new Error("A demo shop needs a location.");
  const deliveredAt = at + random.int(1, 6) * DAY + random.int(0, 9) * HOUR;
  const tracked = channel !== "pos" && !random.chance(0.08);
  const trackingInfo = tracked ? tracking(random, index, position, random.chance(0.03)) : [];
  const labelled = tracked && random.chance(0.5);
  const delivered = tracked && deliveredAt <= horizon;
  const events: DemoFulfillment["events"] = [];
  const event = (status: DemoFulfillment["events"][number]["status"], ms: number): void => {
    const id = partId("FulfillmentEvent", index, position * 8 + events.length);
    if (ms <= horizon) events.push({ id: gid("FulfillmentEvent", id), status, happenedAt: instantText(ms) });
  };
  if (labelled) {
    event("LABEL_PURCHASED", at - 20 * MINUTE);
    event("LABEL_PRINTED", at - 15 * MINUTE);
  }
  if (tracked && !canceled) {
    event("IN_TRANSIT", at + 9 * HOUR);
    event("DELIVERED", deliveredAt);
  }
  const displayStatus = canceled
    ? "CANCELED"
    : channel === "pos"
      ? "PICKED_UP"
      : !tracked
        ? "MARKED_AS_FULFILLED"
        : delivered
          ? "DELIVERED"
          : at + 9 * HOUR <= horizon
            ? "IN_TRANSIT"
            : labelled
              ? "LABEL_PRINTED"
              : "FULFILLED";
  const id = partId("Fulfillment", index, position);
  let units = 0;
  for (const { quantity } of parcel) units += quantity;
  return {
    id: gid("Fulfillment", id),
    legacyResourceId: String(id),
    name: `${name}-F${position + 1}`,
    status: canceled ? "CANCELLED" : "SUCCESS",
    displayStatus,
    createdAt: instantText(at),
    updatedAt: instantText(delivered && !canceled ? deliveredAt : at),
    deliveredAt: delivered && !canceled ? instantText(deliveredAt) : null,
    totalQuantity: units,
    location,
    trackingInfo,
    fulfillmentLineItems: parcel.map(({ line, quantity }, n) => ({
      id: gid("FulfillmentLineItem", partId("FulfillmentLineItem", index, position * 128 + n)),
      quantity,
      lineItem: { id: line.id },
    })),
    fulfillmentOrders: [{ id: fulfillmentOrderId(index) }],
    events,
  };
};

const fulfillmentOrderOf = (
  options: DeliveryOptions,
  status: DemoFulfillmentOrder["status"],
  methodType: DemoFulfillmentOrder["deliveryMethod"]["methodType"],
): DemoFulfillmentOrder => {
  const list = locationsOf(options.shop);
  const location = options.channel === "pos" ? list[0] : (list[options.index % list.length] ?? list[0]);
  if (!location) throw new Error("A demo shop needs a location.");
  return {
    id: fulfillmentOrderId(options.index),
    status,
    assignedLocation: { name: location.name, location },
    deliveryMethod: { id: gid("DeliveryMethod", partId("DeliveryMethod", options.index, 0)), methodType },
  };
};

/** Decides on shipments. Records the fulfilled units on the lines. */
export const deliver = (options: DeliveryOptions): Delivery => {
  const { random, createdAt, horizon, channel, lines, withheld } = options;
  const draw = random.next();
  const delay = channel === "pos" ? MINUTE : Math.exp(3 + 1.1 * (random.next() * 2 - 1)) * HOUR;
  const splitting = random.next();
  const pickUp = random.chance(0.03);
  const wait = random.int(1, 4) * DAY;
  if (lines.every((line) => !line.requiresShipping) && channel !== "pos")
    return { status: "FULFILLMENT_NOT_REQUIRED", fulfillments: [], fulfillmentOrders: [], lastAt: 0 };
  const method = channel === "pos" ? "RETAIL" : pickUp ? "PICK_UP" : "SHIPPING";
  const at = createdAt + Math.floor(delay / 1000) * 1000;
  if (withheld) {
    const canceled = fulfillmentOrderOf(options, "CLOSED", method);
    return { status: "UNFULFILLED", fulfillments: [], fulfillmentOrders: [canceled], lastAt: 0 };
  }
  if (at > horizon || (draw >= 0.89 && channel !== "pos")) {
    const status = draw > 0.98 ? "ON_HOLD" : draw > 0.97 ? "SCHEDULED" : draw > 0.95 ? "IN_PROGRESS" : "UNFULFILLED";
    const order = fulfillmentOrderOf(options, status === "UNFULFILLED" ? "OPEN" : status, method);
    return { status, fulfillments: [], fulfillmentOrders: [order], lastAt: 0 };
  }
  const whole = channel === "pos" || (draw < 0.85 && splitting >= 0.07);
  const part = draw >= 0.85;
  const redone = !whole && splitting < 0.01;
  const shares = whole || redone ? parcels(lines, false, false) : parcels(lines, part, true);
  const fulfillments: DemoFulfillment[] = [];
  let lastAt = 0;
  const send = (parcel: Parcel, ms: number, canceled: boolean): void => {
    if (ms > horizon) return;
    const made = fulfillment(options, fulfillments.length, parcel, ms, canceled);
    fulfillments.push(made);
    lastAt = Math.max(lastAt, Date.parse(made.updatedAt));
    if (!canceled) for (const { line, quantity } of parcel) line.fulfilled += quantity;
  };
  if (redone && shares[0]) send(shares[0], at, true);
  for (const [n, parcel] of shares.entries()) send(parcel, at + (redone ? 5 * HOUR : 0) + n * wait, false);
  let open = 0;
  let sent = 0;
  for (const line of lines) {
    if (line.removed) continue;
    sent += line.fulfilled;
    open += line.quantity - line.fulfilled;
  }
  const status = sent === 0 ? "UNFULFILLED" : open === 0 ? "FULFILLED" : "PARTIALLY_FULFILLED";
  const order = fulfillmentOrderOf(options, sent === 0 ? "OPEN" : open === 0 ? "CLOSED" : "IN_PROGRESS", method);
  return { status, fulfillments, fulfillmentOrders: [order], lastAt };
};
